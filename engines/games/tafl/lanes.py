"""Moves and captures along the rows and columns of a board, cached by lane content.

Moves are numbers: the origin cell times 512, plus the target cell.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rules.toolkit.sliding import CLOSED, EMPTY, OPEN, grid

CELL_BITS: Final = 9
CELL_MASK: Final = (1 << CELL_BITS) - 1

_MAX_CONTENTS: Final = 300
"""The number of cached contents at which a lane's cache is cleared: some 7 MB on the largest board."""


class Span(NamedTuple):
    """The number of free cells on both sides of a cell in a lane, and whether they reach the borders."""

    free: int
    low: bool
    high: bool


class Prospect(NamedTuple):
    """The moves in a lane with a given content by seat, and the cells where its men would capture.

    `spans` are indexed by place in the lane; an occupied cell counts as if it were empty.
    """

    moves: tuple[tuple[int, ...], tuple[int, ...]]
    strikes: tuple[tuple[int, ...], tuple[int, ...]]
    spans: tuple[Span, ...]


class Pieces(NamedTuple):
    """The pieces of a game by code: their owners, and the men that each seat can capture."""

    owners: bytes
    prey: tuple[int, int]


class Lanes:
    """The lanes of a board. `wards` marks by piece code and cell where a piece may stop and cross.

    `hostile` marks by cell the squares that serve as an anvil while empty.
    """

    def __init__(
        self, columns: int, rows: int, pieces: Pieces, wards: Sequence[bytes], hostile: bytes
    ) -> None:
        squares = grid(columns, rows)
        self.grid: Final = squares
        self.cuts: Final = tuple(line.cut for line in squares.lines)
        self.crossing: Final = squares.crossing
        self._cells: Final = tuple(tuple(range(len(squares.names))[cut]) for cut in self.cuts)
        self._pieces: Final = pieces
        self._wards: Final = wards
        self._hostile: Final = hostile
        self._known: Final[tuple[dict[bytes, Prospect], ...]] = tuple({} for _ in squares.lines)
        # Many prospects have the same moves and spans: share them to save memory.
        self._moves: Final[dict[int, int]] = {}
        self._spans: Final[dict[Span, Span]] = {}
        # Any fixed numbers will do: for a seat, and for a piece by code and cell.
        chance = Random("lanes")
        self.seat_key: Final = chance.getrandbits(60)
        self.keys: Final = tuple(
            tuple(chance.getrandbits(60) for _ in squares.names) for _ in range(len(pieces.owners))
        )

    def prospect(self, lane: int, content: bytes) -> Prospect:
        """Return the moves and captures of a lane holding `content`."""
        known = self._known[lane]
        prospect = known.get(content)
        if prospect is None:
            if len(known) >= _MAX_CONTENTS:
                known.clear()
            prospect = known[content] = self._study(lane, content)
        return prospect

    def _study(self, lane: int, content: bytes) -> Prospect:
        cells = self._cells[lane]
        moves: tuple[list[int], list[int]] = [], []
        strikes: tuple[list[int], list[int]] = [], []
        for place, piece in enumerate(content):
            if piece == EMPTY:
                for seat in (0, 1):
                    if self._strikes(seat, cells, content, place):
                        strikes[seat].append(cells[place])
            else:
                self._slides(cells, content, place, moves[self._pieces.owners[piece]])
        spans = tuple(self._span(content, place) for place in range(len(content)))
        return Prospect((tuple(moves[0]), tuple(moves[1])), (tuple(strikes[0]), tuple(strikes[1])), spans)

    def _slides(self, cells: Sequence[int], content: bytes, place: int, moves: list[int]) -> None:
        """Append the moves of the piece at a place."""
        ward = self._wards[content[place]]
        for step, end in ((-1, -1), (1, len(content))):
            for there in range(place + step, end, step):
                if content[there] != EMPTY or ward[cells[there]] == CLOSED:
                    break
                if ward[cells[there]] == OPEN:
                    move = cells[place] << CELL_BITS | cells[there]
                    moves.append(self._moves.setdefault(move, move))

    def _strikes(self, seat: int, cells: Sequence[int], content: bytes, place: int) -> bool:
        """Return whether a piece moving to an empty cell would capture a man along the lane."""
        for step in (-1, 1):
            anvil = place + 2 * step
            if (
                0 <= anvil < len(content)
                and content[place + step] == self._pieces.prey[seat]
                and (
                    self._hostile[cells[anvil]]
                    if content[anvil] == EMPTY
                    else self._pieces.owners[content[anvil]] == seat
                )
            ):
                return True
        return False

    def _span(self, content: bytes, place: int) -> Span:
        low = high = place
        while low > 0 and content[low - 1] == EMPTY:
            low -= 1
        while high < len(content) - 1 and content[high + 1] == EMPTY:
            high += 1
        span = Span(high - low, low == 0, high == len(content) - 1)
        return self._spans.setdefault(span, span)


@lru_cache(maxsize=1)
def lanes_of(columns: int, rows: int, pieces: Pieces, wards: tuple[bytes, ...], hostile: bytes) -> Lanes:
    """Return the lanes of a board; only the latest board is cached, as others are quickly rebuilt."""
    return Lanes(columns, rows, pieces, wards, hostile)
