"""Balls and marks of ConHex, drawn around a node in units of the board."""

from collections.abc import Mapping

from render.canvas.canvas import Canvas, Figure, Spot, regular
from render.games.conhex.board import draw_node


def _ball(canvas: Canvas, centre: Spot, unit: float, colour: str) -> None:
    x, y = centre
    canvas.disc((x + 0.035 * unit, y + 0.045 * unit), 0.37 * unit, "night")
    canvas.disc(centre, 0.37 * unit, f"{colour}-edge")
    # Light enters at the upper left, where it is reflected, and leaves the glass at the bottom.
    canvas.ball(centre, 0.345 * unit, (f"{colour}-shade", colour, f"{colour}-light"), (0.3, 0.42))
    for reach, ink in ((0.075, f"{colour}-light"), (0.045, "white")):
        canvas.disc((x - 0.15 * unit, y - 0.18 * unit), reach * unit, ink)
    # Whole pixels keep the sign crisp.
    reach, thick = round(0.17 * unit), max(1, round(0.05 * unit))
    across, down = (thick, reach) if colour == "red" else (reach, thick)
    canvas.rectangle((x - across, y - down, x + across, y + down), "white")


def _red(canvas: Canvas, centre: Spot, unit: float) -> None:
    _ball(canvas, centre, unit, "red")


def _blue(canvas: Canvas, centre: Spot, unit: float) -> None:
    _ball(canvas, centre, unit, "blue")


def _recent_red(canvas: Canvas, centre: Spot, unit: float) -> None:
    _halo(canvas, centre, unit)
    _ball(canvas, centre, unit, "red")


def _recent_blue(canvas: Canvas, centre: Spot, unit: float) -> None:
    _halo(canvas, centre, unit)
    _ball(canvas, centre, unit, "blue")


def _past_red(canvas: Canvas, centre: Spot, unit: float) -> None:
    _thin_halo(canvas, centre, unit)
    _ball(canvas, centre, unit, "red")


def _past_blue(canvas: Canvas, centre: Spot, unit: float) -> None:
    _thin_halo(canvas, centre, unit)
    _ball(canvas, centre, unit, "blue")


def _thin_halo(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.disc(centre, 0.465 * unit, "seam")
    canvas.disc(centre, 0.435 * unit, "gold")
    canvas.disc(centre, 0.4 * unit, "seam")


def _halo(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.disc(centre, 0.5 * unit, "seam")
    canvas.disc(centre, 0.465 * unit, "gold")


def _draw_left(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.ring(centre, 0.36 * unit, 0.09 * unit, "seam")
    canvas.ring(centre, 0.335 * unit, 0.04 * unit, "gold")


def _draw_chosen(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.ring(centre, 0.495 * unit, 0.125 * unit, "maple-high")
    canvas.ring(centre, 0.475 * unit, 0.085 * unit, "hint")


def _target(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.disc(centre, 0.21 * unit, "maple")
    canvas.disc(centre, 0.17 * unit, "hint")


def _node(canvas: Canvas, centre: Spot, unit: float) -> None:
    draw_node(canvas, centre, unit)


MARKS: Mapping[str, Figure] = {
    "red": _red,
    "blue": _blue,
    "recent-red": _recent_red,
    "recent-blue": _recent_blue,
    "past-red": _past_red,
    "past-blue": _past_blue,
    "node": _node,
    "left": _draw_left,
    "chosen": _draw_chosen,
    "target": _target,
}

GROUNDS: Mapping[str, str] = {
    "red": "red-edge",
    "blue": "blue-edge",
    "recent-red": "seam",
    "recent-blue": "seam",
    "past-red": "seam",
    "past-blue": "seam",
    "node": "seam",
    "left": "seam",
    "chosen": "hint",
    "target": "hint",
}
"""The inks of the marks' edges: each mark is drawn once for all grounds."""


def ball_in_a_line(colour: str) -> Figure:
    """Return a ball that fills its square."""
    ball = MARKS[colour]

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        ball(canvas, centre, 1.3 * side)

    return draw


def counted_cell(colour: str) -> Figure:
    """Return a conquered cell as a counter: a hexagon of veneer with the grain of its colour."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        outline = regular(centre, 0.5 * side, 6, turn=30)

        def inlay(within: Canvas) -> None:
            within.polygon(outline, f"{colour}-field")
            for part in _GRAIN:
                near, far = part * side, (part + 0.06) * side
                box = (
                    (x + near, y - side, x + far, y + side)
                    if colour == "red"
                    else (x - side, y + near, x + side, y + far)
                )
                within.rectangle(box, f"{colour}-grain")

        canvas.inside(outline, inlay)
        canvas.outline(outline, 0.06 * side, "seam")

    return draw


_GRAIN = (-0.34, -0.2, -0.02, 0.12, 0.3)
