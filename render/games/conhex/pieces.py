"""Balls and marks of ConHex, drawn around a node in units of the board."""

from collections.abc import Mapping

from render.canvas.canvas import Canvas, Figure, Spot


def _ball(canvas: Canvas, centre: Spot, unit: float, colour: str) -> None:
    x, y = centre
    canvas.disc(centre, 0.33 * unit, f"{colour}-edge")
    canvas.disc(centre, 0.297 * unit, colour)
    reach = 0.14 * unit
    bar = ((x, y - reach), (x, y + reach)) if colour == "red" else ((x - reach, y), (x + reach, y))
    canvas.line(bar, 0.1 * unit, "white")


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


def _halo(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.disc(centre, 0.45 * unit, "paper-line")
    canvas.disc(centre, 0.425 * unit, "gold")


def _left(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.ring(centre, 0.34 * unit, 0.07 * unit, "paper-line")
    canvas.ring(centre, 0.325 * unit, 0.04 * unit, "gold")


def _chosen(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.ring(centre, 0.47 * unit, 0.09 * unit, "hint")


def _target(canvas: Canvas, centre: Spot, unit: float) -> None:
    canvas.disc(centre, 0.19 * unit, "paper")
    canvas.disc(centre, 0.15 * unit, "hint")


MARKS: Mapping[str, Figure] = {
    "red": _red,
    "blue": _blue,
    "recent-red": _recent_red,
    "recent-blue": _recent_blue,
    "left": _left,
    "chosen": _chosen,
    "target": _target,
}
