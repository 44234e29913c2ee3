"""The signs of the hats' colours."""

from collections.abc import Callable, Mapping

from render.canvas.canvas import Canvas, Spot, star
from render.games.catch_the_hat.colours import ink_of_sign


def draw_sign(canvas: Canvas, centre: Spot, letter: str, size: float, ink: str | None = None) -> None:
    """Draw the sign of a colour, `size` high."""
    _SIGNS[letter](canvas, centre, size, ink or ink_of_sign(letter))


def draw_badge(canvas: Canvas, centre: Spot, letter: str, radius: float) -> None:
    """Draw a button of a colour with its sign."""
    x, y = centre
    canvas.disc(centre, radius, "edge")
    canvas.disc(centre, radius - max(1.0, 0.1 * radius), f"hat-{letter}")
    canvas.disc((x, y), radius - max(1.0, 0.1 * radius), f"light-{letter}")
    canvas.disc((x, y + 0.07 * radius), 0.86 * radius, f"hat-{letter}")
    draw_sign(canvas, centre, letter, 1.05 * radius)


def _dot(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.disc(centre, 0.42 * size, ink)


def _bar(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.rectangle((x - 0.6 * size, y - 0.17 * size, x + 0.6 * size, y + 0.17 * size), ink)


def _posts(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across in (-0.3, 0.3):
        middle = x + across * size
        canvas.rectangle((middle - 0.15 * size, y - 0.45 * size, middle + 0.15 * size, y + 0.45 * size), ink)


def _lozenge(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.polygon(
        ((x, y - 0.58 * size), (x + 0.5 * size, y), (x, y + 0.58 * size), (x - 0.5 * size, y)), ink
    )


def _ring(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.ring(centre, 0.48 * size, 0.19 * size, ink)


def _cross(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across, down in ((0.5, 0.16), (0.16, 0.5)):
        canvas.rectangle((x - across * size, y - down * size, x + across * size, y + down * size), ink)


def _star(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.polygon(star(centre, (0.62 * size, 0.25 * size), 10), ink)


_SIGNS: Mapping[str, Callable[[Canvas, Spot, float, str], None]] = {
    "r": _dot,
    "y": _bar,
    "g": _posts,
    "b": _lozenge,
    "w": _ring,
    "k": _cross,
    "*": _star,
}
