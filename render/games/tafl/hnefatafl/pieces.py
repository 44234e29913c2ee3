"""The pieces of Hnefatafl, and what shows where one was captured."""

from render.canvas.canvas import Canvas, Spot, regular, star
from render.games.tafl.pieces import cross, crown


def round_shield(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw an attacker: a dark round shield with painted quarters and an iron boss."""
    canvas.disc(centre, 0.42 * side, "night")
    for start in (0, 180):
        canvas.wedge(centre, 0.35 * side, start, start + 90, "oxblood")
    canvas.disc(centre, 0.15 * side, "night")
    canvas.disc(centre, 0.11 * side, "iron")


def ivory_hexagon(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a defender: a light hexagon with a lozenge cut into it."""
    canvas.polygon(regular(centre, 0.46 * side, 6), "ivory-edge")
    canvas.polygon(regular(centre, 0.41 * side, 6), "ivory")
    canvas.polygon(star(centre, (0.27 * side, 0.19 * side), 4), "ivory-shade")
    canvas.polygon(star(centre, (0.16 * side, 0.11 * side), 4), "ivory-edge")


def king(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the king: a golden octagon with a crown."""
    canvas.polygon(regular(centre, 0.495 * side, 8, turn=22.5), "gold-edge")
    canvas.polygon(regular(centre, 0.45 * side, 8, turn=22.5), "gold")
    canvas.polygon(regular(centre, 0.37 * side, 8, turn=22.5), "gold-edge")
    canvas.polygon(regular(centre, 0.345 * side, 8, turn=22.5), "ivory")
    crown(canvas, centre, 0.5 * side, "oxblood")


def hexagon_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a hexagon stood."""
    canvas.outline(regular(centre, 0.41 * side, 6), 0.04 * side, "loss")
    cross(canvas, centre, side)


def octagon_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a king stood."""
    canvas.outline(regular(centre, 0.45 * side, 8, turn=22.5), 0.04 * side, "loss")
    cross(canvas, centre, side)
