"""The grain of the veneers: streaks along the rows or columns, all different.

They are on whole pixels, so that they are crisp and compress well.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from render.canvas.canvas import Box

_SEED = 69


@lru_cache(maxsize=16)
def upright(size: int, step: float) -> tuple[Box, ...]:
    """Return vertical streaks over a square of this side, about `step` apart."""
    return tuple((top, left, bottom, right) for left, top, right, bottom in level(size, step))


@lru_cache(maxsize=16)
def level(size: int, step: float) -> tuple[Box, ...]:
    """Return horizontal streaks over a square of this side, about `step` apart."""
    return tuple(_streaks(size, step))


def _streaks(size: int, step: float) -> Iterator[Box]:
    chance = Random(_SEED)  # noqa: S311 -- it draws wood, the same each time
    at = 0.0
    while (at := at + step * chance.uniform(0.5, 1.5)) < size:
        thick = max(1, round(step * chance.uniform(0.1, 0.26)))
        start = -size * chance.random() * 0.4
        while start < size:
            end = start + size * chance.uniform(0.6, 1.6)
            yield max(0, round(start)), round(at), min(size, round(end)), round(at) + thick
            start = end + size * chance.uniform(0.02, 0.12)


def within(streaks: tuple[Box, ...], box: Box) -> Iterator[Box]:
    """Yield the parts of streaks within a box."""
    for left, top, right, bottom in streaks:
        cut = max(left, box[0]), max(top, box[1]), min(right, box[2]), min(bottom, box[3])
        if cut[0] < cut[2] and cut[1] < cut[3]:
            yield cut
