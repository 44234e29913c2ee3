"""The board of Hounds and Jackals: two tracks of 29 holes side by side, and the tables that play needs.

Source: the rulebook of Hounds and Jackals and the rulings B1-B4. Sets of holes of one track are integers: bit
h means hole h; bit 0 is unused.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from rules.contract import Move
from rules.games.hounds_and_jackals.vocabulary import Actions
from rules.toolkit.bits import bits

LAST_HOLE: Final = 29
HOLES: Final = range(1, LAST_HOLE + 1)
FIRST_GOAL: Final = 25
PALMS: Final = frozenset({5, 15})
"""Holes that double the step count."""

SHORTCUTS: Final[Mapping[int, int]] = {10: 24, 20: 22}
"""The forward end of each shortcut line."""

RETREATS: Final[Mapping[int, int]] = {goal: start for start, goal in SHORTCUTS.items()}
GUARDED_RETREAT: Final = 24
"""The hole whose way back is open only while an enemy piece is on the enemy's NEAR holes."""

_MOST_STEPS: Final = 2 * 4


def row(hole: int) -> int:
    """Return the row of a hole across the board (ruling B1)."""
    return hole if hole <= 19 else 39 - hole


GOAL: Final = bits(range(FIRST_GOAL, LAST_HOLE + 1))
NEAR: Final = bits(range(1, 11))
START: Final = bits(range(1, 6))

ROWS: Final[tuple[int, ...]] = (0, *(bits(h for h in HOLES if row(h) == row(hole)) for hole in HOLES))
"""By hole: the holes of its row on one track, including itself."""

MOVES: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(Move(f"{origin}-{target}", (str(origin), str(target))) for target in range(LAST_HOLE + 1))
    for origin in range(LAST_HOLE + 1)
)
"""The move from one hole (first index) to another (second)."""

TRACK_NAMES: Final[tuple[Mapping[str, str], ...]] = tuple(
    MappingProxyType({f"{track}{hole}": str(hole) for hole in HOLES}) for track in "AB"
)
"""The holes by seat, as the board names them."""

PASS: Final = Move("pass", (), Actions.PASS)

ENDS: Final[Mapping[str, tuple[int, int]]] = {
    MOVES[origin][target].text: (origin, target) for origin, target in product(HOLES, repeat=2)
}
"""The start and end of a move, by text."""


def _ways(hole: int, steps: int) -> Iterator[int]:
    """Yield the ends of a number of steps, with and without shortcuts (ruling B4)."""
    if not steps:
        yield hole
        return
    for goal in (hole + 1, SHORTCUTS.get(hole, LAST_HOLE + 1)):
        if goal <= LAST_HOLE:
            yield from _ways(goal, steps - 1)


def _by_shortcut(hole: int, steps: int) -> tuple[int, ...]:
    return tuple(sorted({goal for goal in _ways(hole, steps) if goal != hole + steps}))


BY_SHORTCUT: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(_by_shortcut(hole, steps) for steps in range(_MOST_STEPS + 1)) for hole in range(LAST_HOLE + 1)
)
"""By hole and number of steps: the ends of ways that take a shortcut."""

REACH: Final[tuple[tuple[tuple[tuple[int, Move], ...], ...], ...]] = tuple(
    tuple(
        tuple((1 << goal, MOVES[hole][goal]) for goal in sorted(set(_ways(hole, steps)))) if steps else ()
        for steps in range(_MOST_STEPS + 1)
    )
    for hole in range(LAST_HOLE + 1)
)
"""By hole and number of steps: the ends as bits, with the moves there."""


def steps_of(hole: int, own: int, enemy: int) -> int:
    """Return the step count of the piece on a hole of its own track (rule 2)."""
    across = ROWS[hole]
    number = (own & across).bit_count() + (enemy & across).bit_count()
    return 2 * number if hole in PALMS else number
