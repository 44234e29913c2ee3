"""Men and marks of Nine Men's Morris, drawn around a centre in a square of side `side`."""

from collections.abc import Mapping

from render.canvas.canvas import Canvas, Figure, Spot, regular
from render.canvas.curves import bevel

SHADE = 0.5
"""The share of the ink `shade` in the middle of a shadow."""


def white(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a white man: a round piece of bone with a turned groove."""
    canvas.disc(centre, 0.485 * side, "ivory-edge")
    canvas.ball(centre, 0.455 * side, ("ivory-shade", "ivory", "ivory"))
    # The groove: in shade at the upper left, lit at the lower right.
    x, y = centre
    canvas.disc((x + 0.012 * side, y + 0.012 * side), 0.315 * side, "white")
    canvas.ball(centre, 0.31 * side, ("ivory-shade", "ivory-shade", "ivory"), (0.12, 0.12))
    canvas.ball(centre, 0.235 * side, ("ivory-shade", "ivory", "white"))
    canvas.disc(centre, 0.065 * side, "ivory-shade")


def black(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a black man: an octagon of horn with a carved cross."""
    canvas.polygon(regular(centre, 0.5 * side, 8, turn=22.5), "night-edge")
    foot = regular(centre, 0.465 * side, 8, turn=22.5)
    canvas.polygon(foot, "night")
    for slope, facing in bevel(foot, 0.1 * side):
        if abs(facing) > 0.2:
            canvas.polygon(slope, "night-high" if facing > 0 else "night-low")
    x, y = centre
    reach, thick = 0.23 * side, 0.045 * side
    for off, ink in ((0.02 * side, "night-low"), (0.0, "night-sheen")):
        canvas.rectangle((x - reach + off, y - thick + off, x + reach + off, y + thick + off), ink)
        canvas.rectangle((x - thick + off, y - reach + off, x + thick + off, y + reach + off), ink)


def cast_shadow(canvas: Canvas, side: float) -> None:
    """Draw the shadow of a man at (0, 0)."""
    lower = regular((0.035 * side, 0.045 * side), 0.485 * side, 24)
    canvas.shadow(lower, 0.06 * side, "shade", SHADE)


def _captured_man(man: Figure, edge: str) -> Figure:
    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        man(canvas, centre, side)
        x, y = centre
        reach = 0.44 * side
        for thick, ink in ((0.19, edge), (0.11, "loss")):
            canvas.line(((x - reach, y + reach), (x + reach, y - reach)), thick * side, ink)

    return draw


MEN: tuple[Figure, Figure] = (white, black)
"""The men by seat."""
TAKEN: tuple[Figure, Figure] = (_captured_man(white, "ivory"), _captured_man(black, "ivory"))
"""Struck-out men, by their owner's seat."""


def _halo(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.6 * side, "trail-edge")
    canvas.disc(centre, 0.565 * side, "trail")


def _draw_left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.34 * side, 0.11 * side, "trail-edge")
    canvas.ring(centre, 0.315 * side, 0.06 * side, "trail")


def _draw_lost(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.27 * side
    for thick, ink in ((0.24, "ivory"), (0.15, "loss")):
        for lean in (1, -1):
            canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), thick * side, ink)


def _draw_chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.6 * side, 0.09 * side, "hint")


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.25 * side, "maple")
    canvas.disc(centre, 0.2 * side, "hint")


def _taking(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.53 * side, 0.05 * side, "maple")
    canvas.ring(centre, 0.6 * side, 0.08 * side, "hint")


MARKS: Mapping[str, Figure] = {
    "halo": _halo,
    "left": _draw_left,
    "lost": _draw_lost,
    "chosen": _draw_chosen,
    "target": _target,
    "taking": _taking,
}
