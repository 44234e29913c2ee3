"""Figures on charts: cups, medals, and a person's disc."""

from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import place_around, smooth

_METALS: Final = ("gold", "silver", "bronze")
MEDALS: Final = len(_METALS)

# The right half of a bowl, in fractions of the side, from the rim down to the stem.
_BOWL: Final = ((0.0, -0.44), (0.33, -0.44), (0.31, -0.2), (0.22, 0.02), (0.06, 0.12), (0.0, 0.13))
_LIGHT: Final = ((-0.22, -0.38), (-0.13, -0.38), (-0.1, -0.12), (-0.04, 0.05), (-0.14, -0.04), (-0.2, -0.2))


def draw_cup(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a golden cup with two handles."""
    x, y = centre
    for hand in (-1, 1):
        handle = x + hand * 0.31 * side, y - 0.24 * side
        canvas.ring(handle, 0.17 * side, 0.075 * side, "gold-low")
        canvas.ring(handle, 0.15 * side, 0.04 * side, "gold")
    for half, top, bottom in ((0.055, 0.08, 0.32), (0.17, 0.28, 0.36), (0.25, 0.35, 0.46)):
        canvas.rectangle((x - half * side, y + top * side, x + half * side, y + bottom * side), "gold-low")
        inner = (half - 0.025) * side
        canvas.rectangle(
            (x - inner, y + (top + 0.02) * side, x + 0.3 * inner, y + (bottom - 0.02) * side), "gold"
        )
    bowl = [*place_around(_BOWL, centre, side), *reversed(place_around(_BOWL, centre, side, mirrored=True))]
    canvas.outline(bowl, 0.05 * side, "gold-low")
    canvas.polygon(bowl, "gold")
    shaded = [
        *place_around(_BOWL[1:-1], centre, side),
        *reversed(place_around(((0.17, -0.44), (0.15, -0.18), (0.1, 0.0)), centre, side)),
    ]
    canvas.polygon(shaded, "gold-low")
    canvas.polygon(smooth(place_around(_LIGHT, centre, side)), "gold-high")
    canvas.rectangle(
        (x - 0.36 * side, y - 0.48 * side, x + 0.36 * side, y - 0.41 * side), "gold-low", rounded=0.03 * side
    )
    canvas.rectangle(
        (x - 0.34 * side, y - 0.465 * side, x + 0.34 * side, y - 0.425 * side),
        "gold-high",
        rounded=0.02 * side,
    )


def draw_medal(canvas: Canvas, centre: Spot, radius: float, place: int) -> None:
    """Draw the medal of the first, second or third place, without its number."""
    metal = _METALS[place - 1]
    canvas.disc(centre, radius, f"{metal}-low")
    canvas.ball(centre, 0.94 * radius, (f"{metal}-low", metal, f"{metal}-high"), (-0.55, -0.65))
    canvas.disc(centre, 0.74 * radius, metal)


def draw_person(canvas: Canvas, centre: Spot, radius: float, letter: str, size: float) -> None:
    """Draw a person's disc with the initial of their name."""
    canvas.disc(centre, radius, "frame-low")
    canvas.disc(centre, radius - 2, "ground")
    canvas.disc(centre, radius - 6, "curve")
    canvas.text(centre, letter, size, "ground")
