"""Positions of Hounds and Jackals for the search: both tracks as bit sets, with every option."""

from collections.abc import Sequence
from typing import Final

from engines.contract import DRAW, UNCLEAR
from rules import State
from rules.games.hounds_and_jackals.board import (
    FIRST_GOAL,
    GOAL,
    GUARDED_RETREAT,
    HOLES,
    LAST_HOLE,
    NEAR,
    PALMS,
    PASS,
    REACH,
    RETREATS,
    ROWS,
)
from rules.games.hounds_and_jackals.obligations import answers
from rules.games.hounds_and_jackals.setup import Setup, agree
from rules.games.hounds_and_jackals.text import read_layout

_HOLE_BITS: Final = 5
_HOLE_MASK: Final = (1 << _HOLE_BITS) - 1
_PASS: Final = 1 << 2 * _HOLE_BITS
_TRACK: Final = LAST_HOLE + 1
_ENOUGH: Final = 3
_FIRST_REVISITED: Final = min(RETREATS.values())
_LONE: Final = GOAL.bit_count() - 1

_GOALS: Final = tuple(
    tuple(
        tuple((bit, hole << _HOLE_BITS | bit.bit_length() - 1) for bit, _ in reached) for reached in by_steps
    )
    for hole, by_steps in enumerate(REACH)
)
"""By hole and number of steps: the ends as bits, with the moves there."""

_WORTH: Final = tuple(100 * max(0, FIRST_GOAL - hole) for hole in range(LAST_HOLE + 1))
"""By hole: the value of a piece to its side, by its remaining way to the goal."""

_Past = tuple[tuple[int, int], int, int, int, tuple[int, ...], int]


def begin(path: Sequence[State]) -> "HoundsPosition":
    """Return the position at the end of a path of states."""
    first = path[0]
    layout = read_layout(first.position)
    position = HoundsPosition(
        agree(first.options, first.players), layout.pieces, layout.mover, layout.attacked, layout.passed
    )
    for state in path[1:]:
        if state.last is not None:
            position.make(position.read(state.last.text))
    return position


class HoundsPosition:
    """A position of Hounds and Jackals. `attacked` are the pieces of the side to act that must move."""

    __slots__ = (
        "_balance",
        "_legal",
        "_passed",
        "_past",
        "_setup",
        "_since",
        "attacked",
        "key",
        "pieces",
        "turn",
        "winner",
    )

    def __init__(
        self, setup: Setup, pieces: tuple[int, int], turn: int, attacked: int = 0, passed: int = 0
    ) -> None:
        self._setup: Final = setup
        self.pieces = pieces
        self.turn = turn
        self.attacked = attacked
        self._passed = passed
        self._balance = sum(
            (_WORTH[hole] if own >> hole & 1 else 0) * sign
            for own, sign in zip(pieces, (1, -1), strict=True)
            for hole in HOLES
        )
        self._legal: list[int] | None = None
        self._past: list[_Past] = []
        self.key = self._key()
        self._since: tuple[int, ...] = (self.key,)
        self.winner: int | None = None
        self._judge()

    def _key(self) -> int:
        hounds, jackals = self.pieces
        packed = (self.attacked << 2 | self._passed) << 1 | self.turn
        return (packed << _TRACK | hounds) << _TRACK | jackals

    def _judge(self) -> None:
        """Set the winner, if the game is over."""
        hounds, jackals = self.pieces
        setup = self._setup
        if GOAL in {hounds, jackals}:
            self.winner = DRAW if hounds == jackals else 1 if hounds == GOAL else 0
        elif self._passed > 1 or (not setup.may_repeat and self._since.count(self.key) >= _ENOUGH):
            self.winner = DRAW
        elif setup.stuck_loses and self.moves() == [_PASS] and not self._is_void():
            self.winner = 1 - self.turn

    def _is_void(self) -> bool:
        """Return whether a pass, the only legal move, is due to an attack that cannot be answered."""
        return bool(self.attacked) and self._setup.void_means_pass

    def moves(self) -> Sequence[int]:
        """Return the legal moves by origin and target; a pass if there are none."""
        legal = self._legal
        if legal is None:
            own, enemy = self.pieces if self.turn == 0 else (self.pieces[1], self.pieces[0])
            legal = self._legal = self._replies(own, enemy) or [_PASS]
        return legal

    def _replies(self, own: int, enemy: int) -> list[int]:
        if self.attacked:
            replies = [self.read(move.text) for move in answers(self._setup, own, enemy, self.attacked)]
            if replies or self._setup.void_means_pass:
                return replies
        moves: list[int] = []
        left = own
        while left:
            hole = (left & -left).bit_length() - 1
            left &= left - 1
            across = ROWS[hole]
            steps = (own & across).bit_count() + (enemy & across).bit_count()
            if hole in PALMS:
                steps *= 2
            if (
                steps == 1
                and hole in RETREATS
                and not own >> RETREATS[hole] & 1
                and (hole != GUARDED_RETREAT or enemy & NEAR)
            ):
                moves.append(hole << _HOLE_BITS | RETREATS[hole])
            moves += [move for bit, move in _GOALS[hole][steps] if not own & bit]
        return moves

    def loud(self) -> Sequence[int]:
        """Return nothing: the game has no captures."""
        return ()

    def make(self, move: int) -> None:
        """Play a legal move."""
        pieces, seat = self.pieces, self.turn
        self._past.append((pieces, self.attacked, self._passed, self._balance, self._since, self.key))
        self._legal = None
        self.turn = 1 - seat
        if move == _PASS:
            self.attacked = 0
            self._passed += 1
        else:
            origin, target = move >> _HOLE_BITS, move & _HOLE_MASK
            hounds, jackals = pieces
            way = _WORTH[target] - _WORTH[origin]
            if seat == 0:
                self.pieces = (hounds ^ (1 << origin | 1 << target), jackals)
                self.attacked = jackals & ROWS[target]
                self._balance += way
            else:
                self.pieces = (hounds, jackals ^ (1 << origin | 1 << target))
                self.attacked = hounds & ROWS[target]
                self._balance -= way
            self._passed = 0
            if origin < _FIRST_REVISITED or target >= FIRST_GOAL:
                self._since = ()
        self.key = self._key()
        self._since = (*self._since, self.key)
        self._judge()

    def unmake(self) -> None:
        self.pieces, self.attacked, self._passed, self._balance, self._since, self.key = self._past.pop()
        self._legal = None
        self.turn = 1 - self.turn
        self.winner = None

    def evaluate(self) -> int:
        """Return the static evaluation for the seat to act: the difference of the remaining ways."""
        return -self._balance if self.turn else self._balance

    def pressed(self) -> bool:
        """Return whether the side to act must answer an attack."""
        return self.attacked != 0

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move, preceded by its static value for the seat to act, or by UNCLEAR."""
        here = self.evaluate()
        may_end = self._setup.stuck_loses or (self.pieces[self.turn] & GOAL).bit_count() >= _LONE
        outlook: list[tuple[int, int]] = []
        for move in self.moves():
            origin, target = move >> _HOLE_BITS, move & _HOLE_MASK
            unclear = may_end or move == _PASS or (origin >= _FIRST_REVISITED and target < FIRST_GOAL)
            outlook.append((UNCLEAR if unclear else here + _WORTH[target] - _WORTH[origin], move))
        return outlook

    def read(self, text: str) -> int:
        """Return the move with a canonical text such as `9-11` or `pass`."""
        if text == PASS.text:
            return _PASS
        origin, _, target = text.partition("-")
        return int(origin) << _HOLE_BITS | int(target)

    def write(self, move: int) -> str:
        return PASS.text if move == _PASS else f"{move >> _HOLE_BITS}-{move & _HOLE_MASK}"
