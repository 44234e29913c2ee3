"""The frame around a board, the same for all games."""

from render.canvas.canvas import Box, Canvas

_RECESS, _RECESS_SHADE = 3, 0.14


def draw_frame(
    canvas: Canvas,
    width: float,
    height: float,
    *,
    ink: str = "frame",
    high: str = "frame-high",
    low: str = "frame-low",
    breadth: float | None = None,
) -> None:
    """Fill a picture with the frame, lit from the upper left; with a `breadth`, only to that depth."""
    thin = max(1.0, width / 400)
    draw_rim(canvas, (0, 0, width, height), thin, low)
    draw_rim(canvas, (thin, thin, width - thin, height - thin), thin, high)
    inside = 2 * thin, 2 * thin, width - thin, height - thin
    if breadth is None:
        canvas.rectangle(inside, ink)
    else:
        draw_rim(canvas, inside, breadth, ink)


def draw_opening(canvas: Canvas, box: Box, thin: float, ink: str) -> None:
    """Cut the opening of a frame, with edges `thin` pixels wide, and fill it with `ink`."""
    left, top, right, bottom = box
    for reach, breadth, edge in ((3 * thin, thin, "frame-high"), (2 * thin, 2 * thin, "frame-low")):
        draw_rim(canvas, (left - reach, top - reach, right + reach, bottom + reach), breadth, edge)
    canvas.rectangle(box, ink)


def draw_recess(canvas: Canvas, box: Box, thin: int) -> None:
    """Shade the upper and left edges of an opening: the board is deeper than its frame."""
    left, top, right, bottom = box
    for layer in range(_RECESS):
        reach = thin * (layer + 1)
        canvas.dim((left, top, right, top + reach), "shade", _RECESS_SHADE)
        canvas.dim((left, top + reach, left + reach, bottom), "shade", _RECESS_SHADE)


def draw_rim(canvas: Canvas, box: Box, breadth: float, ink: str) -> None:
    """Draw the rim of a rectangle, slightly wider than `breadth`; draw its inside afterwards.

    Filling a whole board takes milliseconds.
    """
    left, top, right, bottom = box
    reach = breadth + 1
    canvas.rectangle((left, top, right, top + reach), ink)
    canvas.rectangle((left, bottom - reach, right, bottom), ink)
    canvas.rectangle((left, top, left + reach, bottom), ink)
    canvas.rectangle((right - reach, top, right, bottom), ink)
