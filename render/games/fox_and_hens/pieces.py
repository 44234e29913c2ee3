"""Hens and foxes, drawn around a centre in a square of side `side`."""

from math import cos, pi, sin

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.curves import place_around, smooth

SHADE = 0.45
"""The share of the ink `shade` in the middle of a shadow."""

# A hen looking left, in fractions of the side.
_BODY = (
    (-0.31, -0.36), (-0.2, -0.4), (-0.1, -0.33), (-0.05, -0.18), (0.08, -0.1), (0.2, -0.17), (0.33, -0.35),
    (0.45, -0.3), (0.46, -0.1), (0.4, 0.12), (0.28, 0.26), (0.1, 0.34), (-0.12, 0.34), (-0.28, 0.23),
    (-0.37, 0.04), (-0.34, -0.14), (-0.37, -0.26),
)  # fmt: skip
_WING = ((-0.1, 0.02), (0.32, 0.0), (0.22, 0.14), (0.02, 0.18))
_BEAK = ((-0.34, -0.3), (-0.49, -0.2), (-0.33, -0.17))
_COMB = (
    (-0.37, -0.3), (-0.41, -0.42), (-0.34, -0.4), (-0.29, -0.5), (-0.23, -0.42), (-0.15, -0.47),
    (-0.12, -0.32),
)  # fmt: skip
_WATTLE = (-0.34, -0.1)
_EYE = (-0.26, -0.26)
_LEGS = ((-0.08, 0.34), (0.1, 0.34))

# The face of a fox, in fractions of the side.
_HEAD = (
    (-0.45, -0.46), (-0.2, -0.26), (0.0, -0.29), (0.2, -0.26), (0.45, -0.46), (0.44, -0.12), (0.48, 0.1),
    (0.26, 0.24), (0.0, 0.46), (-0.26, 0.24), (-0.48, 0.1), (-0.44, -0.12),
)  # fmt: skip
_CHEEK = ((0.45, 0.09), (0.18, 0.06), (0.07, 0.18), (0.0, 0.43), (0.25, 0.22))
_EAR = ((0.41, -0.39), (0.25, -0.22), (0.4, -0.13))
_FOX_EYE = ((0.08, 0.02), (0.2, -0.08), (0.27, -0.06), (0.19, 0.03))
_NOSE = ((-0.09, 0.33), (0.09, 0.33), (0.0, 0.44))

_FEATHER = ((-0.36, 0.0), (0.0, -0.36), (0.36, 0.0), (0.0, 0.36))


def hen(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a hen from the side."""
    for x, y in place_around(_LEGS, centre, side):
        canvas.rectangle((x - 0.025 * side, y, x + 0.025 * side, y + 0.12 * side), "gold-edge")
        canvas.rectangle((x - 0.09 * side, y + 0.1 * side, x + 0.05 * side, y + 0.135 * side), "gold-edge")
    canvas.polygon(place_around(_COMB, centre, side), "comb")
    canvas.polygon(place_around(_BEAK, centre, side), "gold-edge")
    body = smooth(place_around(_BODY, centre, side))
    canvas.outline(body, 0.034 * side, "ivory-edge")
    canvas.polygon(body, "ivory")
    (wattle,) = place_around((_WATTLE,), centre, side)
    canvas.disc(wattle, 0.05 * side, "comb")
    canvas.polygon(place_around(_WING, centre, side), "ivory-shade")
    (eye,) = place_around((_EYE,), centre, side)
    canvas.disc(eye, 0.035 * side, "ivory-edge")


def fox(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the head of a fox from the front."""
    head = place_around(_HEAD, centre, side)
    canvas.outline(head, 0.06 * side, "fox-edge")
    canvas.polygon(head, "fox")
    for mirrored in (False, True):
        canvas.polygon(place_around(_CHEEK, centre, side, mirrored=mirrored), "ivory")
        canvas.polygon(place_around(_EAR, centre, side, mirrored=mirrored), "night")
        canvas.polygon(place_around(_FOX_EYE, centre, side, mirrored=mirrored), "night")
    canvas.polygon(place_around(_NOSE, centre, side), "night")


def standing(animal: Figure, foot: Spot, reach: float) -> Figure:
    """Return a figure of an animal with its shadow around its foot; both in fractions of the side."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre[0] + (foot[0] + 0.05) * side, centre[1] + foot[1] * side
        turns = [2 * pi * step / 24 for step in range(24)]
        oval = [(x + reach * side * cos(turn), y + 0.06 * side * sin(turn)) for turn in turns]
        canvas.shadow(oval, 0.05 * side, "shade", SHADE)
        animal(canvas, centre, side)

    return draw


def hen_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a captured hen: a cross on a white feather."""
    canvas.polygon(place_around(_FEATHER, centre, side), "ivory")
    _strike(canvas, centre, side)


def fox_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a removed fox."""
    canvas.outline(place_around(_HEAD, centre, side), 0.05 * side, "loss")
    _strike(canvas, centre, side)


def draw_taken_hen(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a crossed-out hen: the symbol of captured hens."""
    hen(canvas, centre, side)
    x, y = centre
    reach = 0.44 * side
    for thick, ink in ((0.18, "ivory-edge"), (0.11, "loss")):
        canvas.line(((x - reach, y + reach), (x + reach, y - reach)), thick * side, ink)


def hen_house(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a small hen house: the symbol of the hens in it."""
    x, y = centre
    half = 0.4 * side
    canvas.rectangle((x - half, y - 0.1 * side, x + half, y + 0.46 * side), "plank-edge")
    canvas.rectangle(
        (x - half + 0.05 * side, y - 0.1 * side, x + half - 0.05 * side, y + 0.42 * side), "straw"
    )
    canvas.rectangle((x - 0.14 * side, y + 0.12 * side, x + 0.14 * side, y + 0.42 * side), "plank-edge")
    canvas.polygon(
        ((x - 0.54 * side, y - 0.04 * side), (x, y - 0.48 * side), (x + 0.54 * side, y - 0.04 * side)), "roof"
    )


def _strike(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.17 * side
    for lean in (1, -1):
        canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.1 * side, "loss")
