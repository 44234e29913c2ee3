"""Outlines of figures: points given in parts of a figure's size, and smooth curves through points."""

from collections.abc import Iterable, Sequence

from render.canvas.canvas import Spot

# Steps between two given points; more cannot be seen in a picture.
_STEPS = 8


def placed(spots: Iterable[Spot], centre: Spot, side: float, *, mirrored: bool = False) -> list[Spot]:
    """Return points, given in parts of `side` from the middle of a figure, as they lie around `centre`."""
    across = -side if mirrored else side
    return [(centre[0] + x * across, centre[1] + y * side) for x, y in spots]


def smooth(spots: Sequence[Spot]) -> list[Spot]:
    """Return a closed curve through all points, in order."""
    ring = (spots[-1], *spots, *spots[:2])
    return [
        spot for index in range(len(spots)) for spot in _stretch(*ring[index : index + 4])
    ]  # fmt: skip


def bow(spots: Sequence[Spot]) -> list[Spot]:
    """Return an open curve through all points, in order, ends included."""
    row = (spots[0], *spots, spots[-1])
    curve = [spot for index in range(len(spots) - 1) for spot in _stretch(*row[index : index + 4])]
    return [*curve, spots[-1]]


def _stretch(before: Spot, start: Spot, end: Spot, after: Spot) -> list[Spot]:
    """Return the part of a curve from `start` up to `end`, which is left out."""
    return [
        (
            _between(before[0], start[0], end[0], after[0], step / _STEPS),
            _between(before[1], start[1], end[1], after[1], step / _STEPS),
        )
        for step in range(_STEPS)
    ]


def _between(before: float, start: float, end: float, after: float, share: float) -> float:
    """Return a value between `start` and `end` on the cubic that leaves and arrives in step (Catmull-Rom)."""
    pull, bend = end - before, 2 * before - 5 * start + 4 * end - after
    twist = 3 * (start - end) + after - before
    return start + 0.5 * share * (pull + share * (bend + share * twist))
