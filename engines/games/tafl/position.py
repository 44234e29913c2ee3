"""A board of sliding men on which moves are made and unmade."""

from collections.abc import Iterable, Sequence
from typing import Final

from engines.contract import DRAW
from engines.games.tafl.lanes import CELL_BITS, CELL_MASK, Lanes, Prospect
from rules.toolkit.sliding import EMPTY

_Past = tuple[
    int, int, tuple[tuple[int, int], ...], int, list[Prospect], tuple[int, int], dict[int, int], int
]


class SlidingPosition:
    """The shared part of positions with sliding men; each game adds its `make`.

    `balance` is the total value of all pieces on their squares, to seat 1.
    """

    __slots__ = (
        "_past",
        "_seen",
        "balance",
        "board",
        "key",
        "lanes",
        "lines",
        "mobility",
        "turn",
        "winner",
        "worth",
    )

    def __init__(self, lanes: Lanes, worth: Sequence[Sequence[int]], board: bytes, turn: int) -> None:
        self.lanes: Final = lanes
        self.worth: Final = worth
        """A piece's value to seat 1, by code and cell."""
        self.board: Final = bytearray(board)
        self.turn = turn
        self.winner: int | None = None
        self.key = lanes.seat_key if turn else 0
        self.balance = 0
        for cell in lanes.grid.cells.values():
            piece = board[cell]
            if piece != EMPTY:
                self.key ^= lanes.keys[piece][cell]
                self.balance += worth[piece][cell]
        self.lines = [lanes.prospect(number, board[cut]) for number, cut in enumerate(lanes.cuts)]
        self.mobility = (
            sum(len(line.moves[0]) for line in self.lines),
            sum(len(line.moves[1]) for line in self.lines),
        )
        self._seen: dict[int, int] = {self.key: 1}
        self._past: list[_Past] = []

    def moves(self) -> list[int]:
        """Return the legal moves, lane by lane."""
        moves: list[int] = []
        side = self.turn
        for line in self.lines:
            moves += line[0][side]
        return moves

    def strikes(self) -> set[int]:
        """Return the cells where a man of the side to act would capture."""
        cells: set[int] = set()
        side = self.turn
        for line in self.lines:
            if line[1][side]:
                cells.update(line[1][side])
        return cells

    def loud(self) -> Sequence[int]:
        """Return the moves that capture or may capture."""
        strikes = self.strikes()
        if not strikes:
            return ()
        side = self.turn
        return [move for line in self.lines for move in line[0][side] if move & CELL_MASK in strikes]

    def read(self, text: str) -> int:
        """Return the move with a canonical text such as `e1-e5`."""
        cells = self.lanes.grid.cells
        origin, _, target = text.partition("-")
        return cells[origin] << CELL_BITS | cells[target]

    def write(self, move: int) -> str:
        names = self.lanes.grid.names
        return f"{names[move >> CELL_BITS]}-{names[move & CELL_MASK]}"

    def _pass_on(self, move: int, piece: int, taken: Sequence[int]) -> int:
        """Remove captured men, record a move already made on the board, and pass the turn.

        Return how often the new position has occurred.
        """
        board, lanes = self.board, self.lanes
        keys, worth = lanes.keys, self.worth
        origin, target = move >> CELL_BITS, move & CELL_MASK
        key = self.key ^ lanes.seat_key ^ keys[piece][origin] ^ keys[piece][target]
        balance = self.balance + worth[piece][target] - worth[piece][origin]
        gone: tuple[tuple[int, int], ...] = ()
        if taken:
            gone = tuple((cell, board[cell]) for cell in taken)
            for cell, man in gone:
                board[cell] = EMPTY
                key ^= keys[man][cell]
                balance -= worth[man][cell]
        self._past.append((move, piece, gone, self.key, self.lines, self.mobility, self._seen, self.balance))
        self._relook(origin, target, taken)
        self.key, self.balance = key, balance
        self.turn = 1 - self.turn
        if taken:
            # Captured men never return, so positions before a capture cannot recur.
            self._seen = {key: 1}
            return 1
        times = self._seen.get(key, 0) + 1
        self._seen[key] = times
        return times

    def _relook(self, origin: int, target: int, taken: Iterable[int]) -> None:
        """Update the lanes through changed cells."""
        crossing = self.lanes.crossing
        cuts, prospect, board = self.lanes.cuts, self.lanes.prospect, self.board
        dirty = {*crossing[origin], *crossing[target]}
        for cell in taken:
            dirty.update(crossing[cell])
        lines = self.lines.copy()
        first, second = self.mobility
        for number in dirty:
            old = lines[number]
            new = lines[number] = prospect(number, bytes(board[cuts[number]]))
            first += len(new[0][0]) - len(old[0][0])
            second += len(new[0][1]) - len(old[0][1])
        self.lines = lines
        self.mobility = first, second

    def unmake(self) -> None:
        if not self._past[-1][2]:
            self._seen[self.key] -= 1
        move, piece, gone, self.key, self.lines, self.mobility, self._seen, self.balance = self._past.pop()
        board = self.board
        board[move & CELL_MASK] = EMPTY
        board[move >> CELL_BITS] = piece
        for cell, man in gone:
            board[cell] = man
        self.turn = 1 - self.turn
        self.winner = None


def most(first: int, second: int) -> int:
    """Return the seat with the larger number, or DRAW."""
    return DRAW if first == second else int(second > first)
