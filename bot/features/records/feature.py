"""Records: replays, exported and imported games, checks of dice."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.records import contributions, store
from bot.features.records.buttons import import_buttons, record_buttons
from bot.features.records.commands import dice_command, import_command
from bot.features.records.domain import imports, replaying
from bot.features.records.service.exports import Exports
from bot.features.records.service.imports import Imports
from bot.features.records.services import RecordServices
from bot.features.records.store import IMPORT_TIMER
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler


class RecordsFeature:
    """The services of records, and `/replay`, `/export`, `/import`, `/dice`."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade, people: PeopleFacade) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self.exports = Exports(kernel.work, matches.dice_checks)
        self.imports = Imports(kernel.work)
        timer = TimerHandler(IMPORT_TIMER, self.imports.expire, "import {} cannot be deleted")
        kernel.register(
            Feature(
                name="records",
                refusals={**imports.REASONS, **replaying.REASONS},
                checks=store.CHECKS,
                tables=store.TABLES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = RecordServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            matches=self._matches.queries,
            people=self._people.directory,
            exports=self.exports,
            imports=self.imports,
        )
        return Surface(
            name="records",
            more_buttons=contributions.MORE_BUTTONS,
            commands=bound_commands(
                own, record_buttons.COMMANDS, import_command.COMMANDS, dice_command.COMMANDS
            ),
            buttons={
                **bind_handlers(import_buttons.HANDLERS, own),
                **bind_handlers(record_buttons.HANDLERS, own),
            },
            match_buttons=(
                "export",
                "replay",
                "replay-post",
            ),
        )
