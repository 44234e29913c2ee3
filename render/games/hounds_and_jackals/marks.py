"""What marks a hole of the palm board: the last move, attacks, where pieces may go, and what is chosen.

Every mark has a shape of its own. Sizes are parts of the rows' pitch.
"""

from collections.abc import Callable
from math import hypot

from render.canvas.canvas import Canvas, Spot

# The mark around a piece, whose head stands above its hole: half its breadth, how far it reaches up and down.
_ABOARD, _UP, _DOWN = 0.95, 1.38, 0.34


def halo(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark where the last move ended."""
    _plate(canvas, centre, side, "trail-edge", 0.0)
    _plate(canvas, centre, side, "trail", 0.07)


def attacked(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark a piece that is attacked: a plate with notches at both sides."""
    x, y = centre
    across, top, bottom, notch = _ABOARD * side, y - _UP * side, y + _DOWN * side, 0.3 * side
    middle = (top + bottom) / 2
    canvas.polygon(
        (
            (x - across, top), (x + across, top), (x + across - notch, middle), (x + across, bottom),
            (x - across, bottom), (x - across + notch, middle),
        ),
        "seal",
    )  # fmt: skip


def left(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark where the last move began."""
    x, y = centre
    for share, ink in ((0.38, "trail-edge"), (0.3, "trail"), (0.15, "trail-edge")):
        half = round(share * side)
        canvas.stepped((x - half, y - half, x + half, y + half), 0.4 * half, ink)


def chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark a piece that is chosen."""
    x, y = centre
    aboard = round(_ABOARD * side)
    box = (x - aboard, y - round(_UP * side), x + aboard, y + round(_DOWN * side))
    canvas.frame(box, 0.17 * side, "bone", rounded=0.24 * side)
    canvas.frame(box, 0.12 * side, "hint", rounded=0.24 * side)


def target(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark a hole where a piece may go."""
    canvas.disc(centre, 0.36 * side, "bone")
    canvas.disc(centre, 0.28 * side, "hint")


def stretch(to: Spot, pitch: float) -> Callable[[Canvas], None]:
    """Return how to draw a stretch of the way of the last move, from (0, 0) to a spot."""

    def draw(canvas: Canvas) -> None:
        for thick, ink in ((0.24, "trail-edge"), (0.12, "trail")):
            canvas.line(((0.0, 0.0), to), 2 * max(1, round(thick * pitch / 2)), ink)

    return draw


def pin(canvas: Canvas, centre: Spot, side: float) -> None:
    """Show the hole in which a piece stands, in front of its collar."""
    for reach, ink in ((0.28, "ivory-edge"), (0.23, "bone"), (0.15, "hole")):
        canvas.disc(centre, reach * side, ink)


def leap(to: Spot, pitch: float, ink: str) -> Callable[[Canvas], None]:
    """Return how to draw where a piece may go: a line from (0, 0) and a ring around the hole at its end."""

    def draw(canvas: Canvas) -> None:
        far = hypot(*to)
        start, end = 0.3 * pitch / far, 1 - 0.32 * pitch / far
        canvas.line([(to[0] * share, to[1] * share) for share in (start, end)], 0.13 * pitch, ink)
        canvas.ring(to, 0.4 * pitch, 0.14 * pitch, ink)

    return draw


def _plate(canvas: Canvas, centre: Spot, side: float, ink: str, inset: float) -> None:
    x, y = centre
    aboard, up, down = (round((reach - inset) * side) for reach in (_ABOARD, _UP, _DOWN))
    canvas.stepped((x - aboard, y - up, x + aboard, y + down), 0.24 * side, ink)
