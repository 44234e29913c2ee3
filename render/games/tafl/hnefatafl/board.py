"""The boards of Hnefatafl: wood, with an inlaid throne and refuges."""

from render.canvas.canvas import Canvas, Spot, regular, star
from render.games.tafl.board import BoardInks

WOOD = BoardInks(
    "frame",
    "frame-high",
    "frame-low",
    ("wood", "wood-two"),
    ("wood-grain", "wood-two-grain"),
    "wood-line",
    "wood-shade",
)


def draw_throne(canvas: Canvas, centre: Spot, side: float) -> None:
    """Inlay the throne: a double frame and a star of eight points."""
    _inlay_frame(canvas, centre, side)
    canvas.polygon(star(centre, (0.33 * side, 0.13 * side), 16), "inlay")
    canvas.disc(centre, 0.07 * side, "wood")


def draw_refuge(canvas: Canvas, centre: Spot, side: float) -> None:
    """Inlay a refuge: a double frame and a looped square."""
    _inlay_frame(canvas, centre, side)
    x, y = centre
    reach, loop = 0.15 * side, 0.105 * side
    for across in (-1, 1):
        for down in (-1, 1):
            canvas.ring(
                (x + across * (reach + loop * 0.72), y + down * (reach + loop * 0.72)),
                loop,
                0.05 * side,
                "inlay",
            )
    canvas.outline(regular(centre, reach * 2**0.5, 4, turn=45), 0.05 * side, "inlay")


def _inlay_frame(canvas: Canvas, centre: Spot, side: float) -> None:
    _band(canvas, centre, 0.46 * side, 0.05 * side)


def _band(canvas: Canvas, centre: Spot, reach: float, width: float) -> None:
    x, y = centre
    for left, top, right, bottom in (
        (-reach, -reach, reach, -reach + width),
        (-reach, reach - width, reach, reach),
        (-reach, -reach, -reach + width, reach),
        (reach - width, -reach, reach, reach),
    ):
        canvas.rectangle((x + left, y + top, x + right, y + bottom), "inlay")
