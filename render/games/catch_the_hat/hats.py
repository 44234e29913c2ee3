"""A hat: a cone with a brim and a band, lit from above, with the sign of its colour."""

from collections.abc import Sequence
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import arc, ellipse
from render.games.catch_the_hat.signs import draw_sign

HatSize = tuple[float, float]
"""The width of a hat's brim, and the height from the brim's lowest edge to the tip."""

_BRIM: Final = 0.13
"""How far the brim extends up and down from its middle, as a fraction of the height."""
_CONE: Final = 0.385
_NECK: Final = 0.235
_TIP: Final = 0.085
"""Half the width of the cone above the brim, half way up and at its tip, as fractions of the width."""
_BAND: Final = (0.1, 0.27)
"""The lower and upper ends of the band, as fractions of the cone's height."""
_BANDS: Final = {"k": "light-k", "w": "deep-w"}


def draw_hat(canvas: Canvas, foot: Spot, letter: str, size: HatSize, *, sign: bool = True) -> None:
    """Draw a hat with the lowest edge of its brim at a spot."""
    (breadth, height), (x, y) = size, foot
    rim = max(0.9, 0.034 * breadth)
    base, light, deep = (f"{tone}-{letter}" for tone in ("hat", "light", "deep"))
    down = _BRIM * height
    middle = (x, y - down)
    across = breadth / 2
    cone = _cone(middle, size)
    # The brim, its thickness below.
    canvas.polygon(ellipse(middle, across, down), "edge")
    canvas.polygon(_cone(middle, size, rim), "edge")
    canvas.polygon(ellipse(middle, across - rim, down - rim), deep)
    canvas.polygon(ellipse((x, y - 1.14 * down), across - 1.2 * rim, 0.84 * down - rim), base)
    canvas.polygon(
        (*arc((x, y - 1.14 * down), across - 1.2 * rim, 0.84 * down - rim, 110, 200),
         *arc((x + 0.03 * breadth, y - 1.2 * down), across - 2.6 * rim, 0.8 * down - 1.6 * rim, 200, 110)),
        light,
    )  # fmt: skip
    # The cone blocks light from the brim behind it.
    canvas.polygon(
        ellipse((x + 0.04 * breadth, y - 0.98 * down), (_CONE + 0.06) * breadth, 0.72 * down), deep
    )
    canvas.polygon(cone, base)
    canvas.polygon(_strip(middle, size, 0.3, 1.0, 0.0, 1.0), deep)
    canvas.polygon(_strip(middle, size, -0.86, 0.36, 0.0, 1.0), base)
    canvas.polygon(_strip(middle, size, -0.74, -0.42, 0.1, 0.9), light)
    band = _BANDS.get(letter, deep)
    canvas.polygon(_strip(middle, size, -1.0, 1.0, *_BAND), band)
    if sign:
        draw_sign(canvas, (x - 0.01 * breadth, y - down - 0.42 * (height - down)), letter, 0.42 * breadth)


def hat_shadow(foot: Spot, size: HatSize, grow: float) -> list[Spot]:
    """Return the outline of a hat's shadow, enlarged by `grow` pixels."""
    (breadth, height), (x, y) = size, foot
    down = _BRIM * height
    return ellipse((x + 0.03 * breadth, y - 0.7 * down), breadth / 2 + grow, down + 0.8 * grow)


def _cone(middle: Spot, size: HatSize, grow: float = 0.0) -> list[Spot]:
    """Return the outline of the cone on the middle of a brim, enlarged by `grow` pixels."""
    (x, y), breadth = middle, size[0]
    spots = _strip(middle, size, -1.0, 1.0, 0.0, 1.0)
    if not grow:
        return spots
    half = _TIP * breadth
    return [
        (
            across + grow * max(-1.0, min(1.0, (across - x) / half)),
            down - (grow if down < y - size[1] * 0.8 else 0.0),
        )
        for across, down in spots
    ]


def _strip(middle: Spot, size: HatSize, left: float, right: float, low: float, high: float) -> list[Spot]:
    """Return a strip of the cone between two verticals, in fractions of half its width, and two heights."""
    breadth, height = size
    rise = height * (1 - _BRIM)
    levels = [low + (high - low) * step / 8 for step in range(9)]
    up = [(middle[0] + right * _half(level) * breadth, middle[1] - level * rise) for level in levels]
    over = [
        (middle[0] + left * _half(level) * breadth, middle[1] - level * rise) for level in reversed(levels)
    ]
    sides: Sequence[Spot] = (*_sag(middle, size, right, left, high)[::-1], *over) if high < 1 else (
        *_crown(middle, size, right, left), *over
    )  # fmt: skip
    return [*_sag(middle, size, left, right, low), *up, *sides]


def _sag(middle: Spot, size: HatSize, left: float, right: float, level: float) -> list[Spot]:
    """Return the line around the front of the cone at a height, curved by the perspective."""
    breadth, height = size
    half, rise = _half(level) * breadth, height * (1 - _BRIM)
    depth = 0.62 * _BRIM * height * _half(level) / _CONE
    shares = [left + (right - left) * step / 10 for step in range(11)]
    return [
        (middle[0] + share * half, middle[1] - level * rise + depth * (1 - share * share) ** 0.5)
        for share in shares
    ]


def _crown(middle: Spot, size: HatSize, right: float, left: float) -> list[Spot]:
    """Return the round tip of the cone."""
    breadth, height = size
    top, half = middle[1] - height * (1 - _BRIM), _TIP * breadth
    shares = [right + (left - right) * step / 8 for step in range(9)]
    return [(middle[0] + share * half, top - 0.9 * half * (1 - share * share) ** 0.5) for share in shares]


def _half(level: float) -> float:
    """Return half the width of the cone at a fraction of its height: its sides are curved inwards."""
    straight = _CONE + (_TIP - _CONE) * level
    return straight - 4 * level * (1 - level) * ((_CONE + _TIP) / 2 - _NECK)
