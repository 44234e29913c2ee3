"""Marks of a hole on the palm board: the last move, attacks, targets, and the chosen piece.

Every mark has its own shape. Sizes are in pixels of a picture 800 wide.
"""

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from render.canvas.canvas import Canvas, Spot

_RING: Final = 17.0
_SPIKES: Final = 8


def draw_left(canvas: Canvas, centre: Spot, scale: float) -> None:
    """Mark the start of the last move."""
    for reach, ink in ((16.0, "trail-edge"), (13.5, "trail"), (8.0, "trail-edge"), (5.5, "hole")):
        canvas.disc(centre, reach * scale, ink)


def draw_attacked(canvas: Canvas, centre: Spot, scale: float) -> None:
    """Mark the hole of an attacked piece: a star of spikes."""
    x, y = centre
    for grow, ink in ((2.0, "seal-edge"), (0.0, "seal")):
        spots = []
        for corner in range(2 * _SPIKES):
            reach = ((27.0 + grow) if corner % 2 == 0 else (15.0 + grow)) * scale
            turn = pi * corner / _SPIKES
            spots.append((x + reach * sin(turn), y - reach * cos(turn)))
        canvas.polygon(spots, ink)


def draw_chosen(canvas: Canvas, centre: Spot, scale: float) -> None:
    """Mark a chosen hole."""
    for reach, ink in ((20.0, "bone"), (17.5, "hint"), (11.5, "bone"), (9.5, "hole")):
        canvas.disc(centre, reach * scale, ink)


def target(canvas: Canvas, centre: Spot, scale: float) -> None:
    """Mark a possible target."""
    canvas.disc(centre, 15.5 * scale, "bone")
    canvas.disc(centre, 12.5 * scale, "hint")


def stretch(spots: Sequence[Spot], scale: float) -> Callable[[Canvas], None]:
    """Return a function that draws a stretch of the last move's path."""

    def draw(canvas: Canvas) -> None:
        for broad, ink in ((11.0, "trail-edge"), (6.5, "trail")):
            canvas.line(spots, broad * scale, ink)

    return draw


def leap(spots: Sequence[Spot], scale: float, ink: str) -> Callable[[Canvas], None]:
    """Return a function that draws a possible move: a thin line, and a ring around the hole at its end."""

    def draw(canvas: Canvas) -> None:
        start, end = spots[0], spots[-1]
        free = [
            spot
            for spot in spots
            if hypot(spot[0] - start[0], spot[1] - start[1]) > 11 * scale
            and hypot(spot[0] - end[0], spot[1] - end[1]) > (_RING - 2) * scale
        ]
        if len(free) > 1:
            canvas.line(free, 7.0 * scale, "bone")
            canvas.line(free, 4.0 * scale, ink)
        canvas.ring(end, (_RING + 1.5) * scale, 7.5 * scale, "bone")
        canvas.ring(end, _RING * scale, 4.6 * scale, ink)

    return draw
