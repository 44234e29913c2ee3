"""Tournaments: rounds, leagues, knockouts and ladders."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.servers.service.facade import ServersFacade
from bot.features.tournaments import checks, commands, contributions
from bot.features.tournaments.buttons import ladder_buttons, tournament_buttons
from bot.features.tournaments.domain import tournament
from bot.features.tournaments.messages.tournament_sender import TournamentSender
from bot.features.tournaments.routes import TOURNAMENT_ROUTES
from bot.features.tournaments.service.ladders import Ladders
from bot.features.tournaments.service.restored_tournaments import show_restored
from bot.features.tournaments.service.tournament_rounds import TournamentRounds
from bot.features.tournaments.service.tournaments import Tournaments
from bot.features.tournaments.services import TournamentServices
from bot.features.tournaments.store import owned_tables as store
from bot.features.tournaments.store.tournament_tables import TOURNAMENT_TIMER
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.model.events.events import MatchStarted


class TournamentsFeature:
    """The services of tournaments, and `/tournament`; rounds are drawn when games end."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        servers: ServersFacade,
        engines: EnginesFacade,
        challenges: ChallengesFacade,
    ) -> None:
        self._kernel = kernel
        self._servers = servers
        self._engines = engines
        rounds = TournamentRounds(kernel.work, matches.lifecycle)
        self.ladders = Ladders(kernel.work, rounds, challenges.answers, challenges.invitations)
        has_engines = kernel.engines.processes > 0
        self.tournaments = Tournaments(kernel.work, rounds, self.ladders, has_engines=has_engines)
        timer = TimerHandler(
            TOURNAMENT_TIMER, self.tournaments.run_due_steps, "tournament {} cannot continue"
        )
        kernel.register(
            Feature(
                name="tournaments",
                refusals=tournament.REASONS,
                checks=checks.CHECKS,
                settlements=(self.tournaments.settlement,),
                routes=TOURNAMENT_ROUTES,
                tables=store.TABLES,
                name_places=store.PLACES,
                reactions=(rounds.follow,),
                restored=(show_restored,),
                settled={MatchStarted: rounds.link_boards},
                timers=(timer,),
                settings=commands.SETTINGS,
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = TournamentServices(
            interactions=chat.interactions,
            games=self._kernel.games,
            tournaments=self.tournaments,
            ladders=self.ladders,
            servers=self._servers.admin,
            has_engines=self._engines.practice.is_offered,
        )
        return Surface(
            name="tournaments",
            profile_lines=contributions.profile_lines(self.tournaments),
            letter_paragraphs=contributions.letter_paragraphs(self.tournaments),
            commands=bound_commands(own, commands.COMMANDS),
            buttons={
                **bind_handlers(tournament_buttons.HANDLERS, own),
                **bind_handlers(ladder_buttons.HANDLERS, own),
            },
        )

    def messages(self, chat: Chat, access: DiscordAccess) -> Messages:
        sender = TournamentSender(
            access.sender, chat.readers, self._kernel.games, self.tournaments, access.note, chat.epoch
        )
        return Messages(senders=sender.senders())
