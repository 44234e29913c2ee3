"""Ludus latrunculorum: two armies of men on 9 x 10 squares.

Source: the reconstruction of the Museum Quintana; with `army=king` the form of Murray and Parlett.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rules.contract import (
    Event,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesVersion,
    Vocabulary,
    check_choices,
)
from rules.games.tafl.history import NOTHING_SEEN
from rules.games.tafl.latrunculorum.versions import VERSIONS
from rules.games.tafl.latrunculorum.vocabulary import VOCABULARY, Events, Outcomes, PositionRefusals
from rules.games.tafl.state import Kit, Reached, SlidingState, all_lines, can_move
from rules.games.tafl.text import Script
from rules.toolkit.sliding import BORDER, EMPTY, NOBODY, MovesBySeat, flank_captures, grid, lanes

COLUMNS, ROWS = 9, 10
QUIET_PLIES = 100  # successive plies without a capture that end the game

STARTS: Mapping[str, str] = {
    "rows": "bbbbbbbbb/bbbbbbbbb/9/9/9/9/9/9/wwwwwwwww/wwwwwwwww b",
    "king": "bbbbbbbbb/4B4/9/9/9/9/9/9/4W4/wwwwwwwww b",
}
_FEWEST: Mapping[str, int] = {"rows": 1, "king": 0}  # a side with no more men than this has lost

_SCRIPT = Script(pieces=".bwBW", sides="bw")
_MEN = (1, 2)  # the code of each seat's men
_KINGS = (3, 4)
_FRIENDS = tuple(bytes(code in {_MEN[seat], _KINGS[seat]} for code in range(BORDER + 1)) for seat in (0, 1))
_OWNERS = bytes(0 if _FRIENDS[0][code] else 1 if _FRIENDS[1][code] else NOBODY for code in range(BORDER + 1))


@dataclass(frozen=True, slots=True)
class Latrunculorum:
    """The game, with both armies."""

    key: str = "ludus-latrunculorum"
    order: int = 20
    seats: tuple[int, ...] = (2,)
    options: tuple[Option, ...] = (Option("army", tuple(STARTS), "rows"),)
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the colours by seat. Raises InvalidOption."""
        check_choices(self.options, self.seats, None, players)
        return ("black", "white")

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return {"black": 20, "white": 20}

    def new(
        self, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> "LatrunculorumState":
        """Return the start position of the chosen army. Raises InvalidOption."""
        values = check_choices(self.options, self.seats, options, players).values
        return self.from_position(STARTS[values["army"]], values)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> "LatrunculorumState":
        """Return the state described by a text. Raises InvalidPosition or InvalidOption."""
        army = check_choices(self.options, self.seats, options, players).values["army"]
        kit = _kit(army)
        board, side = _SCRIPT.read(text, kit.grid)
        needed = 1 if army == "king" else 0
        for seat, code in enumerate(_KINGS):
            if board.count(code) != needed:
                raise InvalidPosition(
                    f"with army={army} there are exactly {needed} kings {_SCRIPT.pieces[code]} on the board",
                    PositionRefusals.WRONG_KINGS,
                    seat=str(seat),
                    value=str(board.count(code)),
                    allowed=str(needed),
                )
        content = bytes(board)
        lines = all_lines(kit, content)
        history = NOTHING_SEEN.after((content, side))
        reached = Reached(history, _ending(content, side, _FEWEST[army], lines))
        return LatrunculorumState(kit, content, side, lines, reached, 0)


GAME = Latrunculorum()


@cache
def _kit(army: str) -> Kit:
    squares = grid(COLUMNS, ROWS)
    free = bytes(len(squares.names))
    wards = (free,) * len(_SCRIPT.pieces)
    return Kit(
        GAME,
        MappingProxyType({"army": army}),
        squares,
        _SCRIPT,
        _OWNERS,
        wards,
        lanes(squares, wards),
        (COLUMNS, ROWS),
    )


def _ending(board: bytes, side: int, fewest: int, lines: list[MovesBySeat]) -> Outcome | None:
    """Return the outcome in a position with `side` to act, except by repetition and quiet plies.

    No game reaches two beaten armies; a position set up that way is a draw.
    """
    beaten = [board.count(men) <= fewest for men in _MEN]
    if any(beaten):
        return Outcome(() if all(beaten) else (beaten.index(False),), Outcomes.FEW_MEN)
    if not can_move(lines, side):
        return Outcome((1 - side,), Outcomes.NO_MOVES)
    return None


def _count_out(board: bytes, reason: Outcomes) -> Outcome:
    """Return the outcome by the number of men: more men win."""
    black, white = (board.count(men) for men in _MEN)
    return Outcome(() if black == white else (int(white > black),), reason)


class LatrunculorumState(SlidingState[Kit]):
    """A position of Ludus latrunculorum. `quiet` is the number of plies since the last capture."""

    __slots__ = ("_quiet",)

    def __init__(
        self, kit: Kit, board: bytes, side: int, lines: list[MovesBySeat], reached: Reached, quiet: int
    ) -> None:
        super().__init__(kit, board, side, lines, reached)
        self._quiet = quiet

    @property
    def quiet(self) -> int:
        """The number of successive plies without a capture; a hundred end the game."""
        return self._quiet

    @property
    def quiet_limit(self) -> int | None:
        """The number of successive plies without a capture that ends the game."""
        return QUIET_PLIES

    @property
    def piece_kinds(self) -> Mapping[str, str]:
        """Both kings, with the army that has them."""
        cells = (self._board.find(king) for king in _KINGS)
        return {self._kit.grid.names[cell]: "king" for cell in cells if cell >= 0}

    def passed(self) -> "LatrunculorumState":
        """Return the position with the other side to act, against the rules; it reveals threats."""
        reached = Reached(NOTHING_SEEN)
        return LatrunculorumState(self._kit, self._board, 1 - self._side, self._lines, reached, 0)

    def play(self, move: Move) -> "LatrunculorumState":
        """Return the state after a legal move. Raises IllegalMove."""
        origin, target = self._admit(move)
        kit = self._kit
        side = self._side
        board = bytearray(self._board)
        board[target] = board[origin]
        board[origin] = EMPTY
        taken = flank_captures(
            board, target, kit.grid.steps, _MEN[1 - side], _FRIENDS[side], kit.wards[EMPTY]
        )
        for cell in taken:
            board[cell] = EMPTY
        content = bytes(board)
        quiet = 0 if taken else self._quiet + 1
        lines = self._recompute_lanes(content, (origin, target, *taken))
        sight = (content, 1 - side)
        # Captured men never return, so positions before a capture cannot recur.
        history = (NOTHING_SEEN if taken else self._reached.history).after(sight)
        outcome = _ending(content, 1 - side, _FEWEST[kit.values["army"]], lines)
        if outcome is None and history.count(sight) >= 3:
            outcome = _count_out(content, Outcomes.REPETITION)
        if outcome is None and quiet >= QUIET_PLIES:
            outcome = _count_out(content, Outcomes.NO_CAPTURE_LIMIT)
        names = kit.grid.names
        events = (
            (Event(Events.CAPTURE, tuple(names[cell] for cell in taken), seat=1 - side),) if taken else ()
        )
        reached = Reached(history, outcome, events, move)
        return LatrunculorumState(kit, content, 1 - side, lines, reached, quiet)
