"""The pieces of Ludus latrunculorum, and what shows where one was captured."""

from render.canvas.canvas import Canvas, Spot, regular
from render.games.tafl.pieces import cross, crown


def dark_counter(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a black piece: a round counter with turned rings."""
    canvas.disc(centre, 0.42 * side, "night-edge")
    canvas.disc(centre, 0.385 * side, "night")
    canvas.ring(centre, 0.29 * side, 0.045 * side, "night-sheen")
    canvas.disc(centre, 0.12 * side, "night-sheen")


def light_tessera(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a white piece: a rounded square of marble with a lozenge."""
    x, y = centre
    for reach, rounding, ink in ((0.385, 0.12, "ivory-edge"), (0.345, 0.09, "ivory")):
        box = (x - reach * side, y - reach * side, x + reach * side, y + reach * side)
        canvas.rectangle(box, ink, rounded=rounding * side)
    canvas.outline(regular(centre, 0.22 * side, 4), 0.045 * side, "ivory-shade")
    canvas.polygon(regular(centre, 0.1 * side, 4), "ivory-edge")


def dark_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the black king: a round counter with a golden rim and crown."""
    canvas.disc(centre, 0.46 * side, "night-edge")
    canvas.disc(centre, 0.43 * side, "gold")
    canvas.disc(centre, 0.375 * side, "night")
    crown(canvas, centre, 0.46 * side, "gold")


def light_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the white king: a golden-edged tessera with a crown."""
    x, y = centre
    for reach, rounding, ink in ((0.43, 0.14, "gold-edge"), (0.395, 0.11, "gold"), (0.34, 0.08, "ivory")):
        box = (x - reach * side, y - reach * side, x + reach * side, y + reach * side)
        canvas.rectangle(box, ink, rounded=rounding * side)
    crown(canvas, centre, 0.48 * side, "oxblood")


def square_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a tessera stood."""
    canvas.outline(regular(centre, 0.5 * side, 4, turn=45), 0.04 * side, "loss")
    cross(canvas, centre, side)
