"""Moves: the move panel, exploring, and moves planned ahead."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.moves import contributions
from bot.features.moves.buttons import (
    conditional_move_buttons,
    confirming_buttons,
    explore_buttons,
    move_buttons,
    typed_move_buttons,
)
from bot.features.moves.commands import move_command
from bot.features.moves.services import MoveServices
from bot.features.people.service.facade import PeopleFacade
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class MovesFeature:
    """`/move`, `/explore`, `/plan` and the move panel."""

    def __init__(
        self, kernel: Kernel, matches: MatchesFacade, people: PeopleFacade, engines: EnginesFacade
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self._engines = engines
        kernel.register(Feature(name="moves"))

    def services(self, chat: Chat) -> MoveServices:
        """Return the services of the panel, for lessons and practice as well."""
        matches = self._matches
        return MoveServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            matches=matches.queries,
            turns=matches.turns,
            undo=matches.undo,
            conditional_moves=matches.conditional_moves,
            kept_lines=matches.kept_lines,
            limits=self._kernel.limits,
            agenda=self._people.agenda,
            people=self._people.directory,
            settings=self._people.settings,
            moves=chat.moves,
            practice_pages=self._engines.pages,
            hints=self._engines.hints,
        )

    def surface(self, chat: Chat) -> Surface:
        own = self.services(chat)
        return Surface(
            name="moves",
            more_buttons=contributions.MORE_BUTTONS,
            commands=bound_commands(
                own, move_command.COMMANDS, explore_buttons.COMMANDS, conditional_move_buttons.COMMANDS
            ),
            buttons={
                **bind_handlers(conditional_move_buttons.HANDLERS, own),
                **bind_handlers(confirming_buttons.HANDLERS, own),
                **bind_handlers(explore_buttons.HANDLERS, own),
                **bind_handlers(move_buttons.HANDLERS, own),
                **bind_handlers(typed_move_buttons.HANDLERS, own),
            },
            match_buttons=(
                "choose",
                "confirm",
                "explore",
                "line-delete",
                "line-keep",
                "line-open",
                "lines",
                "move",
                "pick",
                "piece",
                "plan",
                "plan-at",
                "plan-clear",
                "plan-delete",
                "plan-list",
                "plan-pick",
                "plan-save",
                "play",
                "undo",
            ),
        )
