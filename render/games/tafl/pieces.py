"""What the pieces of both games share. A figure is drawn around a centre, in a square of side `side`."""

from render.canvas.canvas import Canvas, Spot


def crown(canvas: Canvas, centre: Spot, width: float, ink: str) -> None:
    """Draw a crown with three points, `width` broad."""
    x, y = centre
    half, high = width / 2, 0.36 * width
    teeth = ((-1.0, -0.7), (-0.5, 0.1), (0.0, -1.0), (0.5, 0.1), (1.0, -0.7), (0.8, 0.62), (-0.8, 0.62))
    canvas.polygon([(x + across * half, y + down * high) for across, down in teeth], ink)
    for across, down in (teeth[0], teeth[2], teeth[4]):
        canvas.disc((x + across * half, y + down * high), 0.1 * width, ink)
    canvas.rectangle((x - 0.8 * half, y + 0.78 * high, x + 0.8 * half, y + 1.08 * high), ink)


def round_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a round piece stood."""
    canvas.ring(centre, 0.38 * side, 0.04 * side, "loss")
    cross(canvas, centre, side)


def cross(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the cross that strikes a captured piece out."""
    x, y = centre
    reach = 0.17 * side
    for lean in (1, -1):
        canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.085 * side, "loss")
