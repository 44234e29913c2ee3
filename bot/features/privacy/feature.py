"""Privacy: blocks, personal exports, deletion and retention."""

from collections.abc import Callable

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.help.service import Welcomes
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.privacy import store
from bot.features.privacy.commands import blocks, privacy
from bot.features.privacy.routes import ERASURE_ROUTES
from bot.features.privacy.sender import NameErasureSender
from bot.features.privacy.service.blocked_games import BlockedGames
from bot.features.privacy.service.blocks import Blocks
from bot.features.privacy.service.deletions import Deletions
from bot.features.privacy.service.personal_exports import PersonalExports
from bot.features.privacy.service.retention import Retention
from bot.features.privacy.services import PrivacyServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.model.people.privacy import REASONS
from bot.repositories.tables.person_tables import DELETION_TIMER


class PrivacyFeature:
    """The services of privacy, and `/privacy`, `/block`."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        people: PeopleFacade,
        challenges: ChallengesFacade,
    ) -> None:
        self._matches = matches
        self._people = people
        self._features = kernel.features
        work, deadlines = kernel.work, matches.deadlines
        self.blocks = Blocks(work, challenges.answers)
        self.blocked_games = BlockedGames(work, matches.lifecycle, matches.departures, deadlines)
        self.deletions = Deletions(work, kernel.features, kernel.personal_data)
        self.personal_exports = PersonalExports(kernel.store, kernel.clock, kernel.personal_data)
        self.retention = Retention(work)
        timer = TimerHandler(DELETION_TIMER, self.deletions.carry_out, "somebody cannot be deleted")
        kernel.register(
            Feature(
                name="privacy",
                name_places=(),
                refusals=REASONS,
                checks=store.CHECKS,
                routes=ERASURE_ROUTES,
                tables=store.TABLES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = PrivacyServices(
            interactions=chat.interactions,
            people=self._people.directory,
            blocks=self.blocks,
            blocked_games=self.blocked_games,
            deletions=self.deletions,
            personal_exports=self.personal_exports,
            links=chat.links,
            kept=[f"kept.{feature.name}" for feature in self._features],
        )
        return Surface(
            name="privacy",
            commands=bound_commands(own, blocks.COMMANDS, privacy.COMMANDS),
            buttons={**bind_handlers(blocks.HANDLERS, own), **bind_handlers(privacy.HANDLERS, own)},
            match_buttons=("abort-blocked",),
        )

    def messages(
        self,
        chat: Chat,
        access: DiscordAccess,
        welcomes: Welcomes,
        is_unchangeable: Callable[[frozenset[str]], bool],
    ) -> Messages:
        """Return the sender that removes erased people's names from messages."""
        sender = NameErasureSender(
            access.client,
            access.sender,
            access.direct,
            access.recomposer,
            chat.readers,
            self._matches.queries,
            welcomes,
            self.deletions,
            is_unchangeable,
        )
        return Messages(senders=sender.senders())
