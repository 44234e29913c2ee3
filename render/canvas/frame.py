"""The frame around a board, the same for all games."""

from render.canvas.canvas import Canvas


def draw_frame(
    canvas: Canvas,
    width: float,
    height: float,
    *,
    ink: str = "frame",
    high: str = "frame-high",
    low: str = "frame-low",
) -> None:
    """Fill a picture with the frame, its light falling from the upper left."""
    thin = max(1.0, width / 400)
    canvas.rectangle((0, 0, width, height), low)
    canvas.rectangle((thin, thin, width - thin, height - thin), high)
    canvas.rectangle((2 * thin, 2 * thin, width - thin, height - thin), ink)


def draw_opening(canvas: Canvas, box: tuple[float, float, float, float], thin: float, ink: str) -> None:
    """Cut the opening of a frame, `thin` the breadth of its edge, and fill it with `ink`."""
    left, top, right, bottom = box
    for reach, edge in ((3 * thin, "frame-high"), (2 * thin, "frame-low"), (0.0, ink)):
        canvas.rectangle((left - reach, top - reach, right + reach, bottom + reach), edge)
