"""Composers of boards and cards over the services of a test."""

from bot.chat.core.app_context import AppContext
from bot.features.boards.messages.board_composer import BoardComposer
from bot.features.challenges.messages.card_sender import CardComposer
from bot.features.challenges.services import Cards
from bot.features.tournaments.messages.tournament_sender import TournamentGameCards
from tests.bot.support.services import Services


def board_composer(app: AppContext) -> BoardComposer:
    does = app.services
    assert isinstance(does, Services)
    return BoardComposer(
        app.readers, app.games, app.outbox, does.matches, does.people, does.ratings, does.servers
    )


def card_composer(app: AppContext) -> CardComposer:
    does = app.services
    assert isinstance(does, Services)
    cards = Cards(app.games, does.people, does.settings, app.readers, does.practice, does.tournaments)
    return CardComposer(cards, does.challenges, TournamentGameCards(does.tournaments))
