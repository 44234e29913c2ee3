"""The three boards: points, mill lines, and the neighbours of each point."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.contract import Meaning, Move
from rules.toolkit.bits import bits, members

Line = tuple[str, ...]

_LARGE: Final[tuple[Line, ...]] = (
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4", "e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
)
_SMALL: Final[tuple[Line, ...]] = (
    ("a5", "c5", "e5"),
    ("b4", "c4", "d4"),
    ("a3", "b3", "d3", "e3"),
    ("b2", "c2", "d2"),
    ("a1", "c1", "e1"),
)
_LARGE_LINES: Final[tuple[Line, ...]] = (
    *(rank for rank in _LARGE if len(rank) == 3),
    ("a4", "b4", "c4"),
    ("e4", "f4", "g4"),
    ("a1", "a4", "a7"),
    ("b2", "b4", "b6"),
    ("c3", "c4", "c5"),
    ("d1", "d2", "d3"),
    ("d5", "d6", "d7"),
    ("e3", "e4", "e5"),
    ("f2", "f4", "f6"),
    ("g1", "g4", "g7"),
)
_SMALL_LINES: Final[tuple[Line, ...]] = (
    *(rank for rank in _SMALL if len(rank) == 3),
    ("a1", "a3", "a5"),
    ("b2", "b3", "b4"),
    ("d2", "d3", "d4"),
    ("e1", "e3", "e5"),
    ("a3", "b3"),
    ("d3", "e3"),
    ("c1", "c2"),
    ("c4", "c5"),
)
_DIAGONALS: Final[tuple[Line, ...]] = (
    ("a1", "b2", "c3"),
    ("a7", "b6", "c5"),
    ("g1", "f2", "e3"),
    ("g7", "f6", "e5"),
)
_MILL: Final = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A board. Points are numbered by their index in `points`; sets of points are bit sets.

    `ranks` are the points in reading order, from the top, and `lines` the joined points. `mills` are the
    lines of three; `around` are the neighbours of each point, `through` its mills. `near` lists the
    neighbours, and `partners` the other two points of each mill through a point.
    """

    ranks: tuple[Line, ...]
    lines: tuple[Line, ...]
    points: tuple[str, ...]
    index: Mapping[str, int]
    mills: tuple[int, ...]
    around: tuple[int, ...]
    through: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    partners: tuple[tuple[int, ...], ...]

    @property
    def full(self) -> int:
        """The set of all points."""
        return (1 << len(self.points)) - 1

    def in_mills(self, men: int) -> int:
        """Return the men of one side that are in a mill."""
        union = 0
        for mill in self.mills:
            if mill & men == mill:
                union |= mill
        return union

    def mills_with(self, men: int, point: int) -> tuple[int, ...]:
        """Return the mills of one side's men that contain the man on `point`."""
        return tuple(mill for mill in self.through[point] if mill & men == mill)

    def names(self, some: Iterable[int]) -> Line:
        return tuple(self.points[point] for point in some)


def _board(ranks: tuple[Line, ...], lines: tuple[Line, ...]) -> Board:
    points = tuple(sorted(point for rank in ranks for point in rank))
    index = {point: place for place, point in enumerate(points)}
    mills = tuple(bits(index[point] for point in line) for line in lines if len(line) == _MILL)
    around = [0] * len(points)
    for line in lines:
        for one, other in pairwise(line):
            around[index[one]] |= 1 << index[other]
            around[index[other]] |= 1 << index[one]
    through = tuple(tuple(mill for mill in mills if mill >> place & 1) for place in range(len(points)))
    near = tuple(tuple(members(some)) for some in around)
    partners = tuple(tuple(mill ^ 1 << place for mill in own) for place, own in enumerate(through))
    return Board(ranks, lines, points, index, mills, tuple(around), through, near, partners)


@lru_cache(2)
def settings(points: Line) -> tuple[Move, ...]:
    """Return the move that sets a man on each point without a capture."""
    return tuple(Move(point, (point,), meanings=(Meaning.PLACED,)) for point in points)


@lru_cache(2)
def steps(points: Line) -> tuple[tuple[Move, ...], ...]:
    """Return the moves between any two points, including flying, without a capture."""
    meanings = (Meaning.FROM, Meaning.TO)
    return tuple(
        tuple(Move(f"{origin}-{target}", (origin, target), meanings=meanings) for target in points)
        for origin in points
    )


BOARDS: Final[Mapping[str, Board]] = {
    "9": _board(_LARGE, _LARGE_LINES),
    "6": _board(_SMALL, _SMALL_LINES),
    "12": _board(_LARGE, (*_LARGE_LINES, *_DIAGONALS)),
}
"""The boards by the number of men of each side (rules 1, 9 and 10, ruling M14)."""
