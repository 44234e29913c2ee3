"""The lines of a board of Fox and Hens in the search's form, and the values of points to the hens."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.games.fox_and_hens.board import HOUSE, POINTS, Board
from rules.toolkit.bits import bits

_HEN: Final = 100
_IN_HOUSE: Final = 30
_A_RANK: Final = 12

WORTH: Final = tuple(
    _HEN + _A_RANK * int(name[1]) + (_IN_HOUSE if HOUSE >> point & 1 else 0)
    for point, name in enumerate(POINTS)
)
"""The value of a hen, by point."""


@dataclass(frozen=True, slots=True)
class Ground:
    """By point: the targets of a hen (bits) and of a fox, and a fox's jumps (hen and landing bits, landing).

    `over` is the hen (bits) between the two ends of a jump.
    """

    hen_targets: tuple[int, ...]
    around: tuple[int, ...]
    jumps: tuple[tuple[tuple[int, int, int], ...], ...]
    over: dict[tuple[int, int], int]


@cache
def ground(board: Board) -> Ground:
    places = range(len(POINTS))
    return Ground(
        tuple(bits(step.target for step in board.hen_steps if step.origin == point) for point in places),
        board.around,
        tuple(
            tuple((jump.hen_bit, jump.target_bit, jump.target) for jump in board.jumps[point])
            for point in places
        ),
        {(point, jump.target): jump.hen_bit for point in places for jump in board.jumps[point]},
    )
