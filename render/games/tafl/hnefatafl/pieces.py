"""The pieces of Hnefatafl, and the traces of captured ones."""

from render.canvas.canvas import Canvas, Spot, regular
from render.games.tafl.pieces import BevelInks, cast_shadow, cross, crown, draw_bevel

_IVORY = BevelInks("ivory-edge", "ivory-high", "ivory-low", "ivory-dim", "ivory")
_GOLD = BevelInks("gold-edge", "gold-high", "gold", "gold-low", "ivory")


def round_shield(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw an attacker: a red round shield with a dark cross, an iron rim and a lit boss."""
    x, y = centre
    arm, reach = 0.056 * side, 0.375 * side
    cast_shadow(canvas, centre, regular(centre, 0.43 * side, 24), side)
    canvas.disc(centre, 0.45 * side, "iron-edge")
    canvas.disc(centre, 0.42 * side, "night-rim")
    canvas.ball(centre, 0.385 * side, ("oxblood-low", "oxblood", "oxblood-high"))
    canvas.rectangle((x - arm, y - reach, x + arm, y + reach), "night")
    canvas.rectangle((x - reach, y - arm, x + reach, y + arm), "night")
    canvas.disc(centre, 0.155 * side, "oxblood-low")
    canvas.ball(centre, 0.14 * side, ("iron-low", "iron", "iron-high"))


def ivory_hexagon(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a defender: a light bevelled hexagon of bone, carved with a ring and a dot."""
    cast_shadow(canvas, centre, regular(centre, 0.45 * side, 6), side)
    draw_bevel(canvas, centre, (0.465 * side, 0.435 * side, 0.325 * side), 6, 0.0, _IVORY)
    canvas.ring(centre, 0.175 * side, 0.045 * side, "ivory-edge")
    canvas.disc(centre, 0.06 * side, "ivory-edge")


def king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the king: a golden bevelled octagon with a crown."""
    cast_shadow(canvas, centre, regular(centre, 0.47 * side, 8, turn=22.5), side)
    draw_bevel(canvas, centre, (0.49 * side, 0.46 * side, 0.35 * side), 8, 22.5, _GOLD)
    crown(canvas, centre, 0.5 * side, "oxblood")


def hexagon_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a captured hexagon."""
    canvas.outline(regular(centre, 0.41 * side, 6), 0.055 * side, "loss")
    cross(canvas, centre, side)


def octagon_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a captured king."""
    canvas.outline(regular(centre, 0.45 * side, 8, turn=22.5), 0.055 * side, "loss")
    cross(canvas, centre, side)
