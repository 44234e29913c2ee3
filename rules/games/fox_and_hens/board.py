"""The board of Fox and Hens: the 33 points of a cross, the lines, and precomputed tables for play.

Source: the rulebook of Fox and Hens and the rulings A1-A5. Points are ordered by file, then rank. Sets of
points are integers: bit i means `POINTS[i]`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final

from rules.contract import Move
from rules.toolkit.bits import bits

_FILES: Final = "abcdefg"
_RANKS: Final = range(1, 8)
_ARM: Final = range(3, 6)
_SQUARE: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SLANTED: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))

_PLACES: Final = tuple((x, y) for x, y in product(_RANKS, repeat=2) if x in _ARM or y in _ARM)
_INDEX: Final[Mapping[tuple[int, int], int]] = {place: i for i, place in enumerate(_PLACES)}

POINTS: Final[tuple[str, ...]] = tuple(f"{_FILES[x - 1]}{y}" for x, y in _PLACES)
"""The names of the points, by file and rank."""

POINT_INDEX: Final[Mapping[str, int]] = MappingProxyType({name: i for i, name in enumerate(POINTS)})


def names(points: Iterable[int]) -> tuple[str, ...]:
    return tuple(POINTS[point] for point in points)


ALL_POINTS: Final = (1 << len(POINTS)) - 1
HOUSE: Final = bits(i for i, (x, y) in enumerate(_PLACES) if x in _ARM and y >= 5)
"""The nine points of the hen house."""

COOP: Final = bits(i for i, (_, y) in enumerate(_PLACES) if y <= 4)
"""The starting points of the hens."""

# Level with the entrance of the house, hens may also move sideways, but only towards it (rulings A3, A4).
_INWARD: Final = frozenset({("a5", "b5"), ("b5", "c5"), ("g5", "f5"), ("f5", "e5")})


@dataclass(frozen=True, slots=True)
class Step:
    """A step along a line: its move, and its ends as points and as bits."""

    move: Move
    origin: int
    target: int
    origin_bit: int
    target_bit: int


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump of a fox: its single capture, its landing point, the bits of hen and landing."""

    move: Move
    target: int
    hen_bit: int
    target_bit: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The lines of a board. `steps` are by text; `fox_steps`, `jumps` and `around` (bits) by point.

    `hen_steps` are the steps open to hens, in order; `hen_texts` are their texts.
    """

    steps: Mapping[str, Step]
    hen_steps: tuple[Step, ...]
    hen_texts: frozenset[str]
    fox_steps: tuple[tuple[Step, ...], ...]
    jumps: tuple[tuple[Jump, ...], ...]
    around: tuple[int, ...]


@cache
def board(*, diagonals: bool) -> Board:
    """Return the board with or without diagonal lines; both are cached."""
    steps: dict[str, Step] = {}
    jumps: list[tuple[Jump, ...]] = []
    fox_steps: list[tuple[Step, ...]] = []
    for origin, place in enumerate(_PLACES):
        slanted = diagonals and sum(place) % 2 == 0
        directions = (*_SQUARE, *_SLANTED) if slanted else _SQUARE
        own_steps = tuple(sorted(_steps(origin, place, directions), key=lambda step: step.target))
        steps |= {step.move.text: step for step in own_steps}
        fox_steps.append(own_steps)
        jumps.append(tuple(sorted(_jumps(origin, place, directions), key=lambda jump: jump.target)))
    hen_steps = tuple(step for step in steps.values() if _suits_hens(step))
    return Board(
        MappingProxyType(steps),
        hen_steps,
        frozenset(step.move.text for step in hen_steps),
        tuple(fox_steps),
        tuple(jumps),
        tuple(bits(step.target for step in own_steps) for own_steps in fox_steps),
    )


def _steps(origin: int, place: tuple[int, int], directions: Iterable[tuple[int, int]]) -> Iterator[Step]:
    for dx, dy in directions:
        target = _INDEX.get((place[0] + dx, place[1] + dy))
        if target is not None:
            path = names((origin, target))
            yield Step(Move("-".join(path), path), origin, target, 1 << origin, 1 << target)


def _jumps(origin: int, place: tuple[int, int], directions: Iterable[tuple[int, int]]) -> Iterator[Jump]:
    for dx, dy in directions:
        over = _INDEX.get((place[0] + dx, place[1] + dy))
        target = _INDEX.get((place[0] + 2 * dx, place[1] + 2 * dy))
        if over is not None and target is not None:
            path = names((origin, target))
            yield Jump(Move("x".join(path), path), target, 1 << over, 1 << target)


def _suits_hens(step: Step) -> bool:
    """Return whether hens may make a step: up a rank, or inwards next to the house (rulings A1-A4)."""
    return _PLACES[step.target][1] > _PLACES[step.origin][1] or step.move.path in _INWARD


def can_capture(ground: Board, fox: int, hens: int, occupied: int) -> bool:
    """Return whether a fox can jump over a hen (rule 4)."""
    if ground.around[fox] & hens:
        for jump in ground.jumps[fox]:
            if hens & jump.hen_bit and not occupied & jump.target_bit:
                return True
    return False


def chains(ground: Board, fox: int, hens: int, occupied: int) -> Iterator[Move]:
    """Yield the complete captures of a fox (rule 5, ruling A12).

    `occupied` includes the fox itself, which may land on its own point.
    """
    others = occupied & ~(1 << fox)
    for jump in ground.jumps[fox]:
        if hens & jump.hen_bit and not others & jump.target_bit:
            taken = jump.hen_bit
            more = tuple(_tails(ground, jump.target, hens & ~taken, others & ~taken))
            if not more:
                yield jump.move
            for tail in more:
                path = (*jump.move.path, *names(tail))
                yield Move("x".join(path), path)


def _tails(ground: Board, fox: int, hens: int, others: int) -> Iterator[tuple[int, ...]]:
    """Yield the further landing points of a fox within a capture; nothing if it ends here."""
    if not ground.around[fox] & hens:
        return
    for jump in ground.jumps[fox]:
        if hens & jump.hen_bit and not others & jump.target_bit:
            left, rest = hens & ~jump.hen_bit, others & ~jump.hen_bit
            more = tuple(_tails(ground, jump.target, left, rest))
            if not more:
                yield (jump.target,)
            for tail in more:
                yield (jump.target, *tail)


def hens_can_move(ground: Board, hens: int, occupied: int) -> bool:
    """Return whether any hen has a step (rule 2)."""
    return any(hens & step.origin_bit and not occupied & step.target_bit for step in ground.hen_steps)


def foxes_can_move(ground: Board, foxes: Iterable[int], hens: int, occupied: int) -> bool:
    """Return whether any fox has a step or a capture (rule 8a, ruling A7)."""
    return any(ground.around[fox] & ~occupied or can_capture(ground, fox, hens, occupied) for fox in foxes)
