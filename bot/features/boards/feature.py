"""Boards: the messages that show a match, and paging back through it."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.features.boards import board_buttons, history_buttons
from bot.chat.features.boards.services import BoardServices
from bot.chat.surface import SlashCommand, Surface
from bot.features.matches.feature import MatchesFeature
from bot.features.people.feature import PeopleFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class BoardsFeature:
    """`/board` and the buttons of boards."""

    def __init__(self, kernel: Kernel, matches: MatchesFeature, people: PeopleFeature) -> None:
        self._matches = matches
        self._people = people
        kernel.register(Feature(name="boards"))

    def surface(self, chat: Chat) -> Surface:
        """Return the command and the buttons."""
        own = BoardServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            matches=self._matches.queries,
            people=self._people.directory,
        )
        return Surface(
            name="boards",
            commands=(
                SlashCommand(
                    "board",
                    partial(board_buttons.board_command, own),
                    Reach.ANYWHERE,
                    HelpGroup.PLAY.at(30),
                ),
            ),
            buttons={**bound(board_buttons.HANDLERS, own), **bound(history_buttons.HANDLERS, own)},
            match_buttons=(
                "board",
                "step",
            ),
        )
