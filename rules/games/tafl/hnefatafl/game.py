"""Hnefatafl: the game and its states."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

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
from rules.contract.series import Series, TieBreak
from rules.games.tafl.history import NOTHING_SEEN
from rules.games.tafl.hnefatafl.boards import (
    ATTACKERS,
    DEFENDERS,
    KING,
    LARGEST,
    SCRIPT,
    Field,
    field,
)
from rules.games.tafl.hnefatafl.captures import besieged_king, flanked_king, is_encirclement, wall_captures
from rules.games.tafl.hnefatafl.options import OPTIONS, in_force
from rules.games.tafl.hnefatafl.starts import STARTS
from rules.games.tafl.hnefatafl.versions import VERSIONS
from rules.games.tafl.hnefatafl.vocabulary import VOCABULARY, Events, Outcomes, PositionRefusals
from rules.games.tafl.state import Kit, Reached, SlidingState, all_lines, can_move
from rules.toolkit.sliding import EMPTY, MovesBySeat, flank_captures, lanes

_MEN = (1, 2)  # the code of each seat's men
_SIEGES = (Outcomes.KING_CAPTURED, Outcomes.KING_AND_DEFENDER_CAPTURED)
_ESCAPES: Final[Mapping[str, Events]] = {
    Outcomes.KING_ESCAPED: Events.KING_ESCAPED,
    Outcomes.EDGE_REACHED: Events.EDGE_REACHED,
}

SERIES = Series(tie_breaks=(TieBreak.NONE, TieBreak.PLIES))
"""Always two games with the roles swapped (ruling T22)."""


@dataclass(frozen=True, slots=True)
class HnefataflKit(Kit):
    """The fixed parts of a game of Hnefatafl, including its squares and the rules from its options."""

    field: Field
    rules: Mapping[str, str]


# On the smallest board the king can escape after four plies of his own; capturing him needs more men in
# place.
_LEAST_PLIES: Final = {"attackers": 12, "defenders": 8}


@dataclass(frozen=True, slots=True)
class Hnefatafl:
    """The game, with every board and option."""

    key: str = "hnefatafl"
    order: int = 10
    seats: tuple[int, ...] = (2,)
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    series: Series = SERIES
    one_sided: bool = True
    board_option: str = "board"

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the sides by seat. Raises InvalidOption."""
        check_choices(self.options, self.seats, None, players)
        return ("attackers", "defenders")

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return _LEAST_PLIES

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> "HnefataflState":
        """Return the start position of the chosen board. Raises InvalidOption."""
        values = check_choices(self.options, self.seats, options, players).values
        board, _, side = STARTS[values["board"]].partition(" ")
        # Ruling T30: the option changes the first mover, not the position.
        begins = "d" if in_force(values)["first_move"] == "defenders" else side
        return self.from_position(f"{board} {begins}", values)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> "HnefataflState":
        """Return the state described by a text. Raises InvalidPosition or InvalidOption."""
        values = check_choices(self.options, self.seats, options, players).values
        kit = _kit(*(values[option.key] for option in self.options))
        squares = kit.field
        board, side = SCRIPT.read(text, squares.grid)
        _check_possible(board, side, squares)
        content = bytes(board)
        lines = all_lines(kit, content)
        outcome = _ending(kit, content, side, besieged_king(content, squares), lines)
        history = NOTHING_SEEN.after((content, side))
        return HnefataflState(kit, content, side, lines, Reached(history, outcome))


GAME = Hnefatafl()


@cache
def _kit(*values: str) -> "HnefataflKit":
    chosen = dict(zip((option.key for option in OPTIONS), values, strict=True))
    squares = field(chosen)
    return HnefataflKit(
        GAME,
        MappingProxyType(chosen),
        squares.grid,
        SCRIPT,
        squares.owners,
        squares.wards,
        lanes(squares.grid, squares.wards),
        (LARGEST, LARGEST),
        squares,
        MappingProxyType(dict(in_force(chosen))),
    )


def _check_possible(board: bytearray, side: int, squares: Field) -> None:
    """Reject positions that the rules call impossible. Raises InvalidPosition."""
    kings = board.count(KING)
    names = squares.grid.names
    if kings > 1:
        raise InvalidPosition("there is only one king", PositionRefusals.TWO_KINGS)
    if kings == 0 and side == ATTACKERS:
        raise InvalidPosition(
            "without a king the attackers have won and cannot be to move", PositionRefusals.NO_KING
        )
    for cell in (squares.throne, *squares.corners):
        if board[cell] not in {EMPTY, KING}:
            raise InvalidPosition(
                f"only the king may stand on {names[cell]}",
                PositionRefusals.MAN_ON_REFUGE,
                square=names[cell],
            )
    if side == DEFENDERS and kings and squares.goals[board.find(KING)]:
        where, reason = (
            ("at the edge", PositionRefusals.KING_AT_EDGE)
            if squares.at_edge
            else ("in a corner", PositionRefusals.KING_IN_CORNER)
        )
        raise InvalidPosition(f"with the king {where} the defenders have won and cannot be to move", reason)


def _ending(
    kit: HnefataflKit, board: bytes, side: int, siege: tuple[int, ...], lines: list[MovesBySeat]
) -> Outcome | None:
    """Return the outcome in a position with `side` to act, except by repetition.

    `siege` is the captured king with any defender captured alongside. It and encirclement count only after
    the attackers' move (ruling T11), when nothing can have ended the game for the defenders; so their order
    does not matter.
    """
    squares = kit.field
    if side == DEFENDERS:
        if siege:
            return Outcome((ATTACKERS,), _SIEGES[len(siege) - 1])
        if KING not in board:
            return Outcome((ATTACKERS,), Outcomes.KING_CAPTURED)
        if kit.rules["encirclement"] == "on" and is_encirclement(board, squares):
            return Outcome((ATTACKERS,), Outcomes.ENCIRCLED)
    elif squares.goals[board.find(KING)]:
        return Outcome((DEFENDERS,), Outcomes.EDGE_REACHED if squares.at_edge else Outcomes.KING_ESCAPED)
    if not can_move(lines, side):
        return Outcome((1 - side,), Outcomes.NO_MOVES)
    return None


class HnefataflState(SlidingState[HnefataflKit]):
    """A position of Hnefatafl."""

    __slots__ = ()

    @property
    def throne(self) -> str:
        """The square in the middle."""
        kit = self._kit
        return kit.grid.names[kit.field.throne]

    @property
    def corners(self) -> tuple[str, ...]:
        """The four refuges; empty if the king escapes on the whole edge."""
        kit = self._kit
        return tuple(kit.grid.names[cell] for cell in kit.field.corners)

    @property
    def piece_kinds(self) -> Mapping[str, str]:
        """The king, while he is on the board."""
        cell = self._board.find(KING)
        return {} if cell < 0 else {self._kit.grid.names[cell]: "king"}

    def passed(self) -> "HnefataflState":
        """Return the position with the other side to act, against the rules; it reveals threats."""
        return HnefataflState(self._kit, self._board, 1 - self._side, self._lines, Reached(NOTHING_SEEN))

    def play(self, move: Move) -> "HnefataflState":
        """Return the state after a legal move. Raises IllegalMove."""
        origin, target = self._admit(move)
        kit = self._kit
        side = self._side
        squares = kit.field
        hammers = squares.hammers[side]
        board = bytearray(self._board)
        board[target] = board[origin]
        board[origin] = EMPTY
        prey: list[int] = []
        if hammers[board[target]]:
            prey = flank_captures(board, target, squares.grid.steps, _MEN[1 - side], hammers, squares.hostile)
            if kit.rules["shieldwall"] == "on":
                prey += wall_captures(board, target, side, squares)
        siege: tuple[int, ...] = ()
        if side == ATTACKERS:
            # Judge the king's fate while the men captured by the move are still on the board (rule 6).
            siege = besieged_king(board, squares) or flanked_king(board, target, squares)
        taken = list(dict.fromkeys((*prey, *siege))) if siege else prey
        for cell in taken:
            board[cell] = EMPTY
        content = bytes(board)
        lines = self._recompute_lanes(content, (origin, target, *taken))
        outcome = _ending(kit, content, 1 - side, siege, lines)
        reached = self._reach(move, content, taken, outcome)
        return HnefataflState(kit, content, 1 - side, lines, reached)

    def _reach(self, move: Move, board: bytes, taken: list[int], outcome: Outcome | None) -> Reached:
        """Return the ply's result, with an outcome if it repeats a position too often (ruling T17)."""
        side = self._side
        sight = (board, 1 - side)
        # Captured men never return, so positions before a capture cannot recur.
        history = (NOTHING_SEEN if taken else self._reached.history).after(sight)
        if outcome is None and history.count(sight) >= 3:
            loses = self._kit.rules["repetition"] == "mover-loses"
            outcome = Outcome((1 - side,) if loses else (), Outcomes.REPETITION)
        return Reached(history, outcome, self._events(move, taken, outcome), move)

    def _events(self, move: Move, taken: list[int], outcome: Outcome | None) -> tuple[Event, ...]:
        names = self._kit.grid.names
        events: list[Event] = []
        men = tuple(names[cell] for cell in taken if self._board[cell] in _MEN)
        if men:
            events.append(Event(Events.CAPTURE, men, seat=1 - self._side))
        kings = tuple(names[cell] for cell in taken if self._board[cell] == KING)
        if kings:
            events.append(Event(Events.KING_CAPTURED, kings, seat=DEFENDERS))
        if outcome is not None and outcome.reason in _ESCAPES:
            events.append(Event(_ESCAPES[outcome.reason], (move.path[-1],), seat=DEFENDERS))
        return tuple(events)
