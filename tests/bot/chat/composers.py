"""Composers of boards and cards over the services of a test."""

from bot.chat.core.app_context import AppContext
from bot.features.boards.messages.board_composer import BoardComposer
from bot.features.challenges.messages.card_sender import CardComposer
from bot.features.challenges.services import Cards
from bot.features.tournaments.messages.tournament_sender import TournamentGameCards
from tests.bot.support.services import Services


def board_composer(app: AppContext) -> BoardComposer:
    services = app.services
    assert isinstance(services, Services)
    return BoardComposer(
        app.readers,
        app.games,
        app.outbox,
        services.matches,
        services.people,
        services.ratings,
        services.servers,
    )


def card_composer(app: AppContext) -> CardComposer:
    services = app.services
    assert isinstance(services, Services)
    cards = Cards(
        app.games, services.people, services.settings, app.readers, services.practice, services.tournaments
    )
    return CardComposer(cards, services.challenges, TournamentGameCards(services.tournaments))
