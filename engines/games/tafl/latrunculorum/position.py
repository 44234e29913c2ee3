"""Positions of Ludus latrunculorum for the search: both armies."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engines.contract import UNCLEAR
from engines.games.tafl.lanes import CELL_BITS, CELL_MASK, Pieces, lanes_of
from engines.games.tafl.position import SlidingPosition, most
from rules import State
from rules.games.tafl.latrunculorum.game import COLUMNS, QUIET_PLIES, ROWS
from rules.games.tafl.text import Script
from rules.toolkit.sliding import BORDER, EMPTY, NOBODY, grid

_SCRIPT: Final = Script(pieces=".bwBW", sides="bw")
_MEN: Final = (1, 2)
_OWNERS: Final = bytes((NOBODY, 0, 1, 0, 1, NOBODY, NOBODY, NOBODY))
_PIECES: Final = Pieces(_OWNERS, (_MEN[1], _MEN[0]))
_FRIENDS: Final = (bytes(owner == 0 for owner in _OWNERS), bytes(owner == 1 for owner in _OWNERS))

_MAN: Final = 100
_MIDDLE: Final = 3
"""The value of each step of a man towards the middle of the board."""
_MOBILITY: Final = 2
"""The value of each move by which a side has more than the other."""
_THREAT: Final = 18
"""The value of each cell where a side could capture."""
_UNSETTLED: Final = 60
"""The usual maximum effect of a quiet move on threats and mobility."""


@cache
def _worth() -> tuple[tuple[int, ...], ...]:
    """Return each piece's value to white, by code and cell."""
    squares = grid(COLUMNS, ROWS)
    men, kings = [0] * len(squares.names), [0] * len(squares.names)
    for cell in squares.cells.values():
        row, column = cell // squares.stride - 1, cell % squares.stride - 1
        near = min(row, ROWS - 1 - row) + min(column, COLUMNS - 1 - column)
        men[cell] = _MAN + _MIDDLE * near
        kings[cell] = _MIDDLE * near
    nothing = (0,) * len(men)
    table = [nothing] * (BORDER + 1)
    table[1], table[2] = tuple(-worth for worth in men), tuple(men)
    table[3], table[4] = tuple(-worth for worth in kings), tuple(kings)
    return tuple(table)


def begin(path: Sequence[State]) -> "LatrunculorumPosition":
    """Return the position at the end of a path of states."""
    first = path[0]
    board, side = _SCRIPT.read(first.position, grid(COLUMNS, ROWS))
    position = LatrunculorumPosition(bytes(board), side, fewest=0 if first.options["army"] == "king" else 1)
    for state in path[1:]:
        if state.last is not None:
            position.make(position.read(state.last.text))
    return position


class LatrunculorumPosition(SlidingPosition):
    """A position of Ludus latrunculorum; a side with `fewest` men left has lost."""

    __slots__ = ("_fewest", "_quiet", "_quiets", "men")

    def __init__(self, board: bytes, turn: int, *, fewest: int) -> None:
        free = bytes(len(board))
        lanes = lanes_of(COLUMNS, ROWS, _PIECES, (free,) * len(_OWNERS), free)
        super().__init__(lanes, _worth(), board, turn)
        self._fewest: Final = fewest
        self._quiet = 0
        self._quiets: list[tuple[int, tuple[int, int]]] = []
        self.men = board.count(_MEN[0]), board.count(_MEN[1])

    def make(self, move: int) -> None:
        """Play a legal move."""
        board, side = self.board, self.turn
        origin, target = move >> CELL_BITS, move & CELL_MASK
        piece = board[origin]
        board[origin] = EMPTY
        board[target] = piece
        prey, friends = _MEN[1 - side], _FRIENDS[side]
        taken = [
            target + step
            for step in self.lanes.grid.steps
            if board[target + step] == prey and friends[board[target + step + step]]
        ]
        self._quiets.append((self._quiet, self.men))
        times = self._pass_on(move, piece, taken)
        if taken:
            self._quiet = 0
            black, white = self.men
            self.men = (black, white - len(taken)) if side == 0 else (black - len(taken), white)
        else:
            self._quiet += 1
        if self.men[1 - side] <= self._fewest or not self.mobility[1 - side]:
            self.winner = side
        elif times >= 3 or self._quiet >= QUIET_PLIES:
            self.winner = most(*self.men)

    def unmake(self) -> None:
        super().unmake()
        self._quiet, self.men = self._quiets.pop()

    def evaluate(self) -> int:
        black, white = self.mobility
        threats = 0
        for line in self.lines:
            threats += len(line[1][1]) - len(line[1][0])
        score = self.balance + _MOBILITY * (white - black) + _THREAT * threats
        return score if self.turn else -score

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move, preceded by an approximate upper bound of its value, or by UNCLEAR."""
        moves = self.moves()
        if self.mobility[1 - self.turn] <= 2 * ROWS or self._quiet >= QUIET_PLIES - 1:
            return [(UNCLEAR, move) for move in moves]
        sign = 1 if self.turn else -1
        # The effect of a move on threats is unknown until it is made.
        hope = self.evaluate() + _UNSETTLED
        strikes = self.strikes()
        worth, board = self.worth, self.board
        outlook: list[tuple[int, int]] = []
        for move in moves:
            origin, target = move >> CELL_BITS, move & CELL_MASK
            values = worth[board[origin]]
            outlook.append(
                (UNCLEAR if target in strikes else hope + sign * (values[target] - values[origin]), move)
            )
        return outlook
