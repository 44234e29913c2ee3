"""What marks a hole of the palm board: the last move, attacks, step counts, and what is chosen.

Every mark has a shape of its own. Sizes are parts of the rows' pitch.
"""

from collections.abc import Callable

from render.canvas.canvas import Canvas, Figure, Spot

# Half the size of the mark around a piece.
_ABOARD, _DOWN = 0.78, 0.49
# Where the arrow behind an attacked piece begins, and where its head does and ends beyond the step count.
_ARROW = (-0.78, 0.42, 0.78)


def halo(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark where the last move ended."""
    _plate(canvas, centre, side, "trail-edge", 0.0)
    _plate(canvas, centre, side, "trail", 0.07)


def left(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark where the last move began."""
    x, y = centre
    for share, ink in ((0.38, "trail-edge"), (0.3, "trail"), (0.15, "trail-edge")):
        half = round(share * side)
        canvas.stepped((x - half, y - half, x + half, y + half), 0.4 * half, ink)


def attacked(aside: float) -> Figure:
    """Return the mark of a piece that is attacked: an arrow behind it that points to its step count.

    `aside` is how far away that stands, in rows, to the right or (below 0) to the left.
    """

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        way = 1 if aside > 0 else -1
        back, front, tip = (x + way * reach * side for reach in _ARROW)
        front, tip = front + aside * side, tip + aside * side
        high = round(_DOWN * side)
        canvas.polygon(
            ((back, y - high), (front, y - high), (tip, y), (front, y + high), (back, y + high)), "seal"
        )

    return draw


def chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    """Mark a piece that is chosen."""
    x, y = centre
    aboard, down = round(_ABOARD * side), round(_DOWN * side)
    box = (x - aboard, y - down, x + aboard, y + down)
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


def count(number: int, kind: float, *, answers: bool) -> Figure:
    """Return the step count of a piece; `answers` says that it stands on the arrow of an attack."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        half, high = round(0.36 * side), round(0.43 * side)
        box = (x - half, y - high, x + half, y + high)
        canvas.stepped(box, 0.0 if answers else 0.14 * side, "seal" if answers else "count")
        canvas.text((x, y), str(number), kind, "white")

    return draw


def _plate(canvas: Canvas, centre: Spot, side: float, ink: str, inset: float) -> None:
    x, y = centre
    aboard, down = round((_ABOARD - inset) * side), round((_DOWN - inset) * side)
    canvas.stepped((x - aboard, y - down, x + aboard, y + down), (0.24 - inset) * side, ink)
