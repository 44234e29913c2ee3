"""The pieces of Ludus latrunculorum, and the traces of captured ones."""

from render.canvas.canvas import Canvas, Spot, regular
from render.canvas.curves import bow, place_around
from render.games.tafl.pieces import BevelInks, cast_shadow, cross, crown, draw_bevel

_BONE = BevelInks("bone-edge", "bone-high", "bone-low", "bone-dim", "bone")
_SHINE = ((-0.26, -0.04), (-0.2, -0.17), (-0.06, -0.25))
_GILT = BevelInks("gold-edge", "gold-high", "gold", "gold-low", "bone")


def dark_counter(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a black piece: a round counter of dark glass, with light on its dome and through its edge."""
    x, y = centre
    cast_shadow(canvas, centre, regular(centre, 0.415 * side, 24), side)
    canvas.disc(centre, 0.43 * side, "glass-edge")
    # Light enters at the upper left, where it is reflected, and leaves the glass at the bottom.
    canvas.ball(centre, 0.4 * side, ("glass", "glass", "glass-glow", "glass-light"), (0.34, 0.44))
    for thick, ink in ((0.1, "glass-light"), (0.055, "glass-high")):
        canvas.line(bow(place_around(_SHINE, (x, y), side)), thick * side, ink)


def light_tessera(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a white piece: a bevelled square of bone with a lozenge."""
    cast_shadow(canvas, centre, regular(centre, 0.52 * side, 4, turn=45.0), side)
    draw_bevel(canvas, centre, (0.535 * side, 0.5 * side, 0.36 * side), 4, 45.0, _BONE)
    canvas.polygon(regular(centre, 0.14 * side, 4), "bone-edge")


def dark_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the black king: a round counter with a golden rim and crown."""
    cast_shadow(canvas, centre, regular(centre, 0.45 * side, 24), side)
    canvas.disc(centre, 0.465 * side, "gold-edge")
    canvas.ball(centre, 0.44 * side, ("gold-low", "gold", "gold-high"), (-0.6, -0.7))
    canvas.disc(centre, 0.385 * side, "glass-edge")
    canvas.ball(centre, 0.36 * side, ("glass", "glass", "glass-glow"), (0.34, 0.44))
    crown(canvas, centre, 0.46 * side, "gold")


def light_king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the white king: a golden-edged tessera with a crown."""
    cast_shadow(canvas, centre, regular(centre, 0.59 * side, 4, turn=45.0), side)
    draw_bevel(canvas, centre, (0.61 * side, 0.575 * side, 0.45 * side), 4, 45.0, _GILT)
    crown(canvas, centre, 0.46 * side, "oxblood")


def square_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a captured tessera."""
    canvas.outline(regular(centre, 0.5 * side, 4, turn=45), 0.055 * side, "loss")
    cross(canvas, centre, side)
