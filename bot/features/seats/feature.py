"""Seats of running games that are offered to others."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.composed import MatchPosts
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.challenges.service.ports import TournamentGames
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.facade import MatchesFacade
from bot.features.seats import buttons as seat_buttons
from bot.features.seats import contributions
from bot.features.seats import messages as seat_card
from bot.features.seats.projections import project_seat_offers
from bot.features.seats.routes import SEAT_ROUTES
from bot.features.seats.sender import SeatSender
from bot.features.seats.services import SeatServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class SeatsFeature:
    """`/substitute` and the cards of offered seats."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade, challenges: ChallengesFacade) -> None:
        self._matches = matches
        self._challenges = challenges
        kernel.register(
            Feature(name="seats", name_places=(), routes=SEAT_ROUTES, projections=(project_seat_offers,))
        )

    def surface(self, chat: Chat) -> Surface:
        own = SeatServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            pressed=chat.pressed,
            engine_games=self._challenges.engine_games,
            matches=self._matches.queries,
            substitutions=self._challenges.substitutions,
            readers=chat.readers,
        )
        return Surface(
            name="seats",
            more_buttons=contributions.MORE_BUTTONS,
            more_lines=contributions.more_lines(self._challenges.substitutions),
            audit_notes=seat_card.AUDIT_NOTES,
            commands=bound_commands(own, seat_buttons.COMMANDS),
            buttons=bind_handlers(seat_buttons.HANDLERS, own),
            match_buttons=(
                "seat-offer",
                "seat-offer-yes",
            ),
        )

    def messages(
        self,
        chat: Chat,
        access: DiscordAccess,
        homes: MatchPosts,
        tournaments: TournamentGames,
        practice: Practice,
    ) -> Messages:
        sender = SeatSender(
            homes,
            access.standing,
            chat.readers,
            self._matches.queries,
            self._challenges.substitutions,
            tournaments,
            practice,
        )
        return Messages(senders=sender.senders())
