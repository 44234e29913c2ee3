"""The pieces of Ludus latrunculorum, and what shows where one was captured."""

from render.canvas.canvas import Canvas, Spot, regular
from render.games.tafl.pieces import BevelInks, bevelled, cross, crown

_BONE = BevelInks("bone-edge", "bone-high", "bone-low", "bone-dim", "bone")
_GILT = BevelInks("gold-edge", "gold-high", "gold", "gold-low", "bone")


def dark_counter(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a black piece: a round counter of dark glass, with light on its dome and through its edge."""
    x, y = centre
    canvas.disc(centre, 0.435 * side, "glass-edge")
    canvas.disc(centre, 0.395 * side, "glass-glow")
    canvas.disc(centre, 0.335 * side, "glass")
    shine = ((x - 0.19 * side, y - 0.1 * side), (x - 0.1 * side, y - 0.19 * side))
    canvas.line(shine, 0.085 * side, "glass-high")


def light_tessera(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a white piece: a bevelled square of bone with a lozenge."""
    bevelled(canvas, centre, (0.54 * side, 0.505 * side, 0.36 * side), 4, 45.0, _BONE)
    canvas.polygon(regular(centre, 0.14 * side, 4), "bone-edge")


def dark_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the black king: a round counter with a golden rim and crown."""
    canvas.disc(centre, 0.475 * side, "gold-edge")
    canvas.disc(centre, 0.45 * side, "gold")
    canvas.disc(centre, 0.385 * side, "glass-edge")
    canvas.disc(centre, 0.36 * side, "glass")
    crown(canvas, centre, 0.46 * side, "gold")


def light_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the white king: a golden-edged tessera with a crown."""
    bevelled(canvas, centre, (0.62 * side, 0.58 * side, 0.45 * side), 4, 45.0, _GILT)
    crown(canvas, centre, 0.46 * side, "oxblood")


def square_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a tessera stood."""
    canvas.outline(regular(centre, 0.5 * side, 4, turn=45), 0.055 * side, "loss")
    cross(canvas, centre, side)
