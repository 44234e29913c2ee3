"""The playable boards: a game's named boards, or else the game itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core import custom_ids
from bot.chat.core.words.game_names import board_name
from bot.locale import Language
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ServerRules
from render import SheetBoard
from rules.contract import Game
from rules.contract.capabilities import named_boards


@dataclass(frozen=True, slots=True)
class OfferedBoard:
    """A board of a game, with the option that selects it and its value; both empty for a single board."""

    key: str
    option: str = ""
    value: str = ""

    @property
    def id(self) -> str:
        """The text that `read_board` parses."""
        return f"{self.key}/{self.value}" if self.value else self.key

    @property
    def options(self) -> Mapping[str, str]:
        """The options that select it."""
        return {self.option: self.value} if self.option else {}

    def name(self, t: Language) -> str:
        return board_name(self.key, self.options, t)

    def about(self, t: Language) -> str:
        """Return its description in one line."""
        if not self.option:
            return t(f"{self.key}.summary")
        return t(f"{self.key}.option.{self.option}.value.{self.value}")

    def on_sheet(self, t: Language) -> SheetBoard:
        return SheetBoard(self.key, tuple(self.options.items()), self.name(t))


def offered_boards(games: Mapping[str, Game], rules: ServerRules | None = None) -> tuple[OfferedBoard, ...]:
    """Return the boards that a server's `rules` allow, in display order."""
    return tuple(
        OfferedBoard(key, *(part for pair in board.items() for part in pair))
        for key, game in games.items()
        if rules is None or rules.allow_game(key)
        for board in named_boards(game) or ({},)
    )


def board_of(games: Mapping[str, Game], key: str, options: Mapping[str, str]) -> OfferedBoard:
    """Return the board that a game has with these options."""
    boards = [board for board in offered_boards(games) if board.key == key]
    return next((board for board in boards if board.options.items() <= options.items()), boards[0])


def board_id(game: Game, options: Mapping[str, str]) -> str:
    """Return the text that `read_board` parses, for a game with these options."""
    candidate = next((board for board in named_boards(game) if board.items() <= options.items()), {})
    return "/".join((game.key, *candidate.values()))


def named_board(games: Mapping[str, Game], text: str) -> OfferedBoard:
    """Return the board with an id or a game's key. Raises Refusal: "unknown-rules"."""
    try:
        return read_board(games, text)
    except custom_ids.MalformedId:
        raise Refusal("unknown-rules", game=text) from None


def read_board(games: Mapping[str, Game], text: str) -> OfferedBoard:
    """Parse a board's id; a game's key alone stands for its first board. Raises MalformedId."""
    boards = offered_boards(games)
    offered_board = next((board for board in boards if text in {board.id, board.key}), None)
    if offered_board is None:
        raise custom_ids.MalformedId(text)
    return offered_board
