"""Outlines of figures: points in fractions of a figure's size, and smooth curves through points."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin

from render.canvas.canvas import Spot

# Steps between two given points, and around an ellipse; more would be invisible.
_STEPS = 8
_TURNS = 48


def place_around(spots: Iterable[Spot], centre: Spot, side: float, *, mirrored: bool = False) -> list[Spot]:
    """Place points, given in fractions of `side` from a figure's middle, around `centre`."""
    across = -side if mirrored else side
    return [(centre[0] + x * across, centre[1] + y * side) for x, y in spots]


def ellipse(centre: Spot, across: float, down: float) -> list[Spot]:
    """Return an ellipse with these horizontal and vertical radii."""
    return arc(centre, across, down, 0, 360)[:-1]


def arc(centre: Spot, across: float, down: float, start: float, end: float) -> list[Spot]:
    """Return an arc of such an ellipse from `start` to `end` degrees: 0 is at the right, 90 at the bottom."""
    steps = max(2, round(_TURNS * abs(end - start) / 360))
    turns = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(centre[0] + across * cos(turn), centre[1] + down * sin(turn)) for turn in turns]


def smooth(spots: Sequence[Spot]) -> list[Spot]:
    """Return a closed curve through all points in order."""
    ring = (spots[-1], *spots, *spots[:2])
    return [
        spot for index in range(len(spots)) for spot in _stretch(*ring[index : index + 4])
    ]  # fmt: skip


def bow(spots: Sequence[Spot]) -> list[Spot]:
    """Return an open curve through all points in order, including the ends."""
    row = (spots[0], *spots, spots[-1])
    curve = [spot for index in range(len(spots) - 1) for spot in _stretch(*row[index : index + 4])]
    return [*curve, spots[-1]]


def bevel(spots: Sequence[Spot], breadth: float) -> Iterator[tuple[list[Spot], float]]:
    """Yield the bevelled sides of a polygon, each with how far it faces the light (-1 to 1).

    `breadth` is the width of the bevel. The polygon runs clockwise, with light from the upper left.
    """
    sides = [(spots[index - 1], spots[index]) for index in range(len(spots))]
    inward = []
    for (x, y), (to_x, to_y) in sides:
        far = hypot(to_x - x, to_y - y)
        inward.append(((y - to_y) / far, (to_x - x) / far))
    # The corner at the end of each side, moved inwards by the breadth from both sides.
    inner = []
    for index, (_, (x, y)) in enumerate(sides):
        (left, up), (right, down) = inward[index], inward[(index + 1) % len(sides)]
        pull = breadth / (1 + left * right + up * down)
        inner.append((x + (left + right) * pull, y + (up + down) * pull))
    for index, (start, end) in enumerate(sides):
        across, down = inward[index]
        yield [start, end, inner[index], inner[index - 1]], (across + down) * 0.5**0.5


def _stretch(before: Spot, start: Spot, end: Spot, after: Spot) -> list[Spot]:
    """Return the part of a curve from `start` to `end`, exclusive."""
    return [
        (
            _between(before[0], start[0], end[0], after[0], step / _STEPS),
            _between(before[1], start[1], end[1], after[1], step / _STEPS),
        )
        for step in range(_STEPS)
    ]


def _between(before: float, start: float, end: float, after: float, share: float) -> float:
    """Return a value between `start` and `end` on the Catmull-Rom cubic."""
    pull, bend = end - before, 2 * before - 5 * start + 4 * end - after
    twist = 3 * (start - end) + after - before
    return start + 0.5 * share * (pull + share * (bend + share * twist))
