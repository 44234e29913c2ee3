"""Numerals of cut wood: straight strokes with blunt corners, which stay sharp when small and pack well."""

from collections.abc import Mapping
from typing import Final

from render.canvas.canvas import Box, Canvas, Spot

# In a grid of 19 by 27; slopes go in steps of two, which are round when small and pack well.
_BROAD, _HIGH = 19, 27

_FIGURES: Final[Mapping[str, tuple[Box, ...]]] = {
    "0": ((0, 4, 6, 23), (13, 4, 19, 23), (4, 0, 15, 5), (4, 22, 15, 27), (2, 2, 17, 5), (2, 22, 17, 25)),
    "1": ((7, 0, 13, 27), (4, 3, 13, 8), (2, 5, 13, 8)),
    "2": (
        (4, 0, 15, 5), (2, 2, 17, 5), (0, 4, 6, 9), (13, 4, 19, 12), (4, 11, 15, 16), (2, 13, 17, 14),
        (13, 11, 17, 14), (2, 13, 6, 16), (0, 15, 6, 27), (6, 22, 19, 27),
    ),
    "3": (
        (4, 0, 15, 5), (2, 2, 17, 5), (0, 4, 6, 9), (13, 4, 19, 11), (6, 11, 17, 16), (13, 16, 19, 23),
        (0, 18, 6, 23), (2, 22, 17, 25), (4, 22, 15, 27),
    ),
    "4": ((1, 0, 7, 19), (7, 14, 19, 19), (11, 6, 17, 27)),
    "5": (
        (1, 0, 18, 5), (1, 0, 7, 15), (7, 10, 15, 15), (7, 12, 17, 15), (13, 14, 19, 23), (0, 18, 6, 23),
        (2, 22, 17, 25), (4, 22, 15, 27),
    ),
    "6": (
        (4, 0, 15, 5), (2, 2, 17, 5), (13, 4, 19, 8), (0, 4, 6, 23), (6, 11, 15, 16), (6, 13, 17, 16),
        (13, 15, 19, 23), (2, 22, 17, 25), (4, 22, 15, 27),
    ),
    "7": ((0, 0, 19, 5), (13, 5, 19, 11), (11, 9, 17, 14), (9, 12, 15, 17), (7, 15, 13, 27)),
    "8": (
        (4, 0, 15, 5), (2, 2, 17, 5), (0, 4, 6, 11), (13, 4, 19, 11), (2, 11, 17, 16), (0, 16, 6, 23),
        (13, 16, 19, 23), (2, 22, 17, 25), (4, 22, 15, 27),
    ),
    "9": (
        (4, 0, 15, 5), (2, 2, 17, 5), (0, 4, 6, 12), (13, 4, 19, 23), (2, 11, 13, 14), (4, 11, 13, 16),
        (0, 19, 6, 23), (2, 22, 17, 25), (4, 22, 15, 27),
    ),
}  # fmt: skip

HEIGHT: Final = _HIGH / 800
"""How high a numeral is, in parts of a picture's width."""

BREADTH: Final = _BROAD / 800
"""How broad it is."""

_PITCH: Final = 22 / 800


def draw_number(canvas: Canvas, centre: Spot, number: str, width: float, ink: str) -> None:
    """Draw a number around a spot; `width` is that of the picture."""
    scale, pitch = width / 800, max(1, round(_PITCH * width))
    left = round(centre[0] - ((len(number) - 1) * pitch + _BROAD * scale) / 2)
    top = round(centre[1] - _HIGH * scale / 2)
    for index, digit in enumerate(number):
        start = left + index * pitch
        for x, y, u, v in _FIGURES[digit]:
            canvas.rectangle(
                (
                    start + round(x * scale),
                    top + round(y * scale),
                    start + round(u * scale),
                    top + round(v * scale),
                ),
                ink,
            )
