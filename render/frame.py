"""The frame around a board, the same in the whole family."""

from render.sheet import Sheet


def draw_frame(
    sheet: Sheet,
    width: float,
    height: float,
    *,
    ink: str = "frame",
    high: str = "frame-high",
    low: str = "frame-low",
) -> None:
    """Fill a picture with the frame, its light falling from the upper left."""
    thin = max(1.0, width / 400)
    sheet.rectangle((0, 0, width, height), low)
    sheet.rectangle((thin, thin, width - thin, height - thin), high)
    sheet.rectangle((2 * thin, 2 * thin, width - thin, height - thin), ink)


def draw_opening(sheet: Sheet, box: tuple[float, float, float, float], thin: float, ink: str) -> None:
    """Cut the opening of a frame, `thin` the breadth of its edge, and fill it with `ink`."""
    left, top, right, bottom = box
    for reach, edge in ((3 * thin, "frame-high"), (2 * thin, "frame-low"), (0.0, ink)):
        sheet.rectangle((left - reach, top - reach, right + reach, bottom + reach), edge)
