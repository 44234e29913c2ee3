"""Hounds and jackals, drawn around a centre in a square of side `side`."""

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import placed, smooth

# The face of a hound: a broad head, ears that hang down.
_HOUND = (
    (-0.22, -0.4), (0.0, -0.44), (0.22, -0.4), (0.3, -0.12), (0.24, 0.18), (0.16, 0.4), (0.0, 0.46),
    (-0.16, 0.4), (-0.24, 0.18), (-0.3, -0.12),
)  # fmt: skip
_DROOP = ((0.16, -0.42), (0.36, -0.32), (0.44, 0.0), (0.42, 0.26), (0.32, 0.32), (0.25, 0.06))
# The face of a jackal: a narrow wedge, ears that stand up.
_JACKAL = (
    (-0.4, -0.48), (-0.13, -0.22), (0.0, -0.24), (0.13, -0.22), (0.4, -0.48), (0.36, -0.02), (0.13, 0.24),
    (0.1, 0.47), (-0.1, 0.47), (-0.13, 0.24), (-0.36, -0.02),
)  # fmt: skip
_EAR = ((0.33, -0.36), (0.17, -0.15), (0.3, -0.08))


def hound(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a light head with hanging ears."""
    head = smooth(placed(_HOUND, centre, side))
    canvas.outline(head, 0.09 * side, "ivory-edge")
    for mirrored in (False, True):
        ear = smooth(placed(_DROOP, centre, side, mirrored=mirrored))
        canvas.outline(ear, 0.07 * side, "ivory-edge")
    canvas.polygon(head, "ivory")
    for mirrored in (False, True):
        canvas.polygon(smooth(placed(_DROOP, centre, side, mirrored=mirrored)), "ear")
        (eye,) = placed(((0.12, -0.1),), centre, side, mirrored=mirrored)
        canvas.disc(eye, 0.055 * side, "night-edge")
    (nose,) = placed(((0.0, 0.24),), centre, side)
    canvas.disc(nose, 0.11 * side, "night-edge")


def jackal(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a dark head with pointed ears."""
    head = placed(_JACKAL, centre, side)
    canvas.outline(head, 0.08 * side, "coat-edge")
    canvas.polygon(head, "night")
    for mirrored in (False, True):
        canvas.polygon(placed(_EAR, centre, side, mirrored=mirrored), "gold")
        (eye,) = placed(((0.15, 0.02),), centre, side, mirrored=mirrored)
        canvas.disc(eye, 0.055 * side, "gold")
