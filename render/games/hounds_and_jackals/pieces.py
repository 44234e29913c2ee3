"""Hounds and jackals: the heads of pins, drawn in profile around a centre, as broad as `side`."""

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.curves import placed

# A hound that looks to the right: a deep muzzle, an ear that hangs down.
_HOUND = (
    (-0.4, 0.36), (-0.43, 0.08), (-0.36, -0.2), (-0.16, -0.34), (0.06, -0.3), (0.2, -0.19), (0.4, -0.15),
    (0.47, -0.08), (0.46, 0.06), (0.36, 0.14), (0.16, 0.16), (0.06, 0.24), (0.04, 0.36),
)  # fmt: skip
_DROOP = ((-0.2, -0.28), (-0.09, -0.2), (-0.08, 0.16), (-0.18, 0.26), (-0.29, 0.16), (-0.3, -0.12))
_HOUND_COLLAR = ((-0.42, 0.2), (-0.1, 0.27), (0.1, 0.22), (0.05, 0.36), (-0.4, 0.36))
_HOUND_EYE = (0.06, -0.13)
_HOUND_NOSE = (0.42, -0.08)

# A jackal that looks to the right: a slender muzzle, ears that stand up.
_JACKAL = (
    (-0.36, 0.36), (-0.36, 0.08), (-0.28, -0.1), (-0.3, -0.44), (-0.16, -0.22), (-0.06, -0.44), (0.02, -0.16),
    (0.16, -0.08), (0.42, 0.0), (0.48, 0.06), (0.44, 0.13), (0.2, 0.17), (0.06, 0.24), (0.02, 0.36),
)  # fmt: skip
_EAR = ((-0.25, -0.34), (-0.18, -0.17), (-0.23, -0.1))
_JACKAL_COLLAR = ((-0.36, 0.17), (-0.1, 0.24), (0.1, 0.2), (0.02, 0.36), (-0.36, 0.36))
_JACKAL_EYE = ((-0.08, -0.04), (0.02, -0.08), (0.1, -0.01), (0.01, 0.01))


def hound(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a light head with a hanging ear, looking to the right."""
    head = placed(_HOUND, centre, side)
    canvas.outline(head, 0.07 * side, "ivory-edge")
    canvas.polygon(head, "ivory")
    canvas.polygon(placed(_HOUND_COLLAR, centre, side), "brick")
    canvas.polygon(placed(_DROOP, centre, side), "ear")
    (eye, nose) = placed((_HOUND_EYE, _HOUND_NOSE), centre, side)
    canvas.disc(eye, 0.05 * side, "night")
    canvas.disc(nose, 0.065 * side, "night")


def jackal(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a dark head with pointed ears, looking to the left."""
    canvas.polygon(placed(_JACKAL, centre, side, mirrored=True), "coat")
    for part in (_JACKAL_COLLAR, _EAR, _JACKAL_EYE):
        canvas.polygon(placed(part, centre, side, mirrored=True), "gold")


def medallion(figure: Figure) -> Figure:
    """Return a figure on a plate of papyrus, which shows it on every ground."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        canvas.rectangle(
            (x - side / 2, y - side / 2, x + side / 2, y + side / 2), "papyrus", rounded=0.2 * side
        )
        figure(canvas, (x, y + 0.02 * side), 0.92 * side)

    return draw
