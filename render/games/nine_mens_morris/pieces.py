"""Men and marks of Nine Men's Morris, drawn around a centre in a square of side `side`."""

from collections.abc import Mapping

from render.canvas.canvas import Canvas, Figure, Spot, regular


def white(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a white man: a round piece of bone, turned with a groove."""
    canvas.disc(centre, 0.49 * side, "ivory-edge")
    canvas.disc(centre, 0.45 * side, "ivory")
    canvas.ring(centre, 0.32 * side, 0.07 * side, "ivory-shade")
    canvas.disc(centre, 0.08 * side, "ivory-shade")


def black(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a black man: eight-sided, of horn, with a cross cut into it."""
    canvas.polygon(regular(centre, 0.5 * side, 8, turn=22.5), "night-edge")
    canvas.polygon(regular(centre, 0.45 * side, 8, turn=22.5), "night")
    x, y = centre
    reach, thick = 0.24 * side, 0.045 * side
    canvas.rectangle((x - reach, y - thick, x + reach, y + thick), "night-sheen")
    canvas.rectangle((x - thick, y - reach, x + thick, y + reach), "night-sheen")


def _taken(man: Figure, edge: str) -> Figure:
    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        man(canvas, centre, side)
        x, y = centre
        reach = 0.44 * side
        for thick, ink in ((0.19, edge), (0.11, "loss")):
            canvas.line(((x - reach, y + reach), (x + reach, y - reach)), thick * side, ink)

    return draw


MEN: tuple[Figure, Figure] = (white, black)
"""The men by seat."""
TAKEN: tuple[Figure, Figure] = (_taken(white, "ivory"), _taken(black, "ivory"))
"""Men that are struck out, by the seat they belonged to."""


def _halo(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.6 * side, "trail-edge")
    canvas.disc(centre, 0.565 * side, "trail")


def _left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.34 * side, 0.11 * side, "trail-edge")
    canvas.ring(centre, 0.315 * side, 0.06 * side, "trail")


def _lost(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.27 * side
    for thick, ink in ((0.24, "ivory"), (0.15, "loss")):
        for lean in (1, -1):
            canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), thick * side, ink)


def _chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.6 * side, 0.09 * side, "hint")


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.25 * side, "maple")
    canvas.disc(centre, 0.2 * side, "hint")


def _taking(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.53 * side, 0.05 * side, "maple")
    canvas.ring(centre, 0.6 * side, 0.08 * side, "hint")


MARKS: Mapping[str, Figure] = {
    "white": white,
    "black": black,
    "halo": _halo,
    "left": _left,
    "lost": _lost,
    "chosen": _chosen,
    "target": _target,
    "taking": _taking,
}
