"""Hens and foxes, drawn around a centre in a square of side `side`."""

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import placed, smooth

# A hen looking left, in parts of the side.
_BODY = (
    (-0.27, -0.36), (-0.17, -0.33), (-0.09, -0.18), (0.06, -0.04), (0.2, -0.1), (0.33, -0.36), (0.43, -0.3),
    (0.42, -0.02), (0.32, 0.2), (0.13, 0.34), (-0.1, 0.35), (-0.28, 0.2), (-0.35, 0.0),
    (-0.33, -0.16), (-0.35, -0.28),
)  # fmt: skip
_WING = ((-0.06, 0.03), (0.12, 0.02), (0.28, 0.0), (0.2, 0.16), (0.05, 0.2), (-0.06, 0.13))
_BEAK = ((-0.34, -0.29), (-0.47, -0.21), (-0.33, -0.17))
_COMB = ((-0.34, -0.36), (-0.28, -0.45), (-0.2, -0.38))
_WATTLE = (-0.33, -0.1)
_EYE = (-0.26, -0.25)

# The face of a fox, in parts of the side.
_HEAD = (
    (-0.44, -0.44), (-0.2, -0.24), (0.0, -0.27), (0.2, -0.24), (0.44, -0.44), (0.43, -0.1), (0.45, 0.1),
    (0.24, 0.24), (0.0, 0.46), (-0.24, 0.24), (-0.45, 0.1), (-0.43, -0.1),
)  # fmt: skip
_CHEEK = ((0.42, 0.09), (0.2, 0.03), (0.05, 0.2), (0.0, 0.42), (0.22, 0.21))
_EAR = ((0.4, -0.37), (0.25, -0.2), (0.39, -0.12))
_FOX_EYE = (0.17, -0.03)
_NOSE = (0.0, 0.37)


def hen(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a hen from the side."""
    for spot in placed(_COMB, centre, side):
        canvas.disc(spot, 0.06 * side, "comb")
    canvas.polygon(placed(_BEAK, centre, side), "gold-edge")
    body = smooth(placed(_BODY, centre, side))
    canvas.outline(body, 0.055 * side, "ivory-edge")
    canvas.polygon(body, "ivory")
    (wattle,) = placed((_WATTLE,), centre, side)
    canvas.disc(wattle, 0.05 * side, "comb")
    canvas.polygon(smooth(placed(_WING, centre, side)), "ivory-shade")
    (eye,) = placed((_EYE,), centre, side)
    canvas.disc(eye, 0.04 * side, "ivory-edge")


def fox(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the head of a fox from the front."""
    head = placed(_HEAD, centre, side)
    canvas.outline(head, 0.07 * side, "fox-edge")
    canvas.polygon(head, "fox")
    for mirrored in (False, True):
        canvas.polygon(smooth(placed(_CHEEK, centre, side, mirrored=mirrored)), "ivory")
        canvas.polygon(placed(_EAR, centre, side, mirrored=mirrored), "night")
        (eye,) = placed((_FOX_EYE,), centre, side, mirrored=mirrored)
        canvas.disc(eye, 0.05 * side, "night")
    (nose,) = placed((_NOSE,), centre, side)
    canvas.disc(nose, 0.075 * side, "night")


def hen_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a hen was taken: her outline, struck out."""
    canvas.outline(smooth(placed(_BODY, centre, side)), 0.045 * side, "loss")
    _strike(canvas, centre, side)


def fox_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw where a fox was taken off."""
    canvas.outline(placed(_HEAD, centre, side), 0.045 * side, "loss")
    _strike(canvas, centre, side)


def _strike(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.17 * side
    for lean in (1, -1):
        canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.085 * side, "loss")
