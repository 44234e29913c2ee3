"""The faces of engine players, distinguished by their headgear."""

from collections.abc import Callable, Mapping
from typing import Final

from render.canvas.canvas import Canvas, Figure, Spot

_Hat = Callable[[Canvas, Spot, float, str, str], None]


def _tuft(canvas: Canvas, at: Spot, side: float, ink: str, _ground: str) -> None:
    x, y = at
    for lean in (-0.16, 0.0, 0.16):
        tip = (x + 1.5 * lean * side, y - 0.5 * side)
        foot = y - 0.26 * side
        canvas.polygon((tip, (x + (lean - 0.07) * side, foot), (x + (lean + 0.07) * side, foot)), ink)


def _braids(canvas: Canvas, at: Spot, side: float, ink: str, ground: str) -> None:
    x, y = at
    for hand in (-1, 1):
        for count in range(3):
            spot = (x + hand * 0.4 * side, y + (0.08 + 0.17 * count) * side)
            canvas.disc(spot, (0.12 - 0.015 * count) * side, ink)
    canvas.line(((x, y - 0.26 * side), (x, y - 0.12 * side)), 0.05 * side, ground)


def _laurel(canvas: Canvas, at: Spot, side: float, ink: str, ground: str) -> None:
    x, y = at
    canvas.line(((x - 0.28 * side, y - 0.12 * side), (x + 0.28 * side, y - 0.12 * side)), 0.05 * side, ground)
    for hand in (-1, 1):
        for far, high in ((0.42, -0.12), (0.36, -0.28), (0.24, -0.41)):
            spot = (x + hand * far * side, y + high * side)
            canvas.polygon(
                (
                    (spot[0] - hand * 0.1 * side, spot[1] + 0.05 * side),
                    (spot[0] + hand * 0.02 * side, spot[1] - 0.1 * side),
                    (spot[0] + hand * 0.08 * side, spot[1] + 0.06 * side),
                ),
                ink,
            )


def _cloth(canvas: Canvas, at: Spot, side: float, ink: str, ground: str) -> None:
    x, y = at
    for hand in (-1, 1):
        canvas.polygon(
            (
                (x + hand * 0.16 * side, y - 0.34 * side),
                (x + hand * 0.34 * side, y - 0.2 * side),
                (x + hand * 0.5 * side, y + 0.46 * side),
                (x + hand * 0.28 * side, y + 0.46 * side),
                (x + hand * 0.3 * side, y),
            ),
            ink,
        )
    canvas.rectangle((x - 0.24 * side, y - 0.4 * side, x + 0.24 * side, y - 0.2 * side), ink)
    canvas.line(((x - 0.3 * side, y - 0.17 * side), (x + 0.3 * side, y - 0.17 * side)), 0.05 * side, ground)


def _helmet(canvas: Canvas, at: Spot, side: float, ink: str, ground: str) -> None:
    x, y = at
    for hand in (-1, 1):
        canvas.polygon(
            (
                (x + hand * 0.24 * side, y - 0.2 * side),
                (x + hand * 0.5 * side, y - 0.5 * side),
                (x + hand * 0.42 * side, y - 0.08 * side),
            ),
            ink,
        )
    canvas.rectangle((x - 0.36 * side, y - 0.16 * side, x + 0.36 * side, y - 0.06 * side), ground)
    canvas.rectangle((x - 0.36 * side, y - 0.14 * side, x + 0.36 * side, y - 0.09 * side), ink)


_HATS: Final[Mapping[int, _Hat]] = {1: _tuft, 2: _braids, 3: _laurel, 4: _cloth, 5: _helmet}
FACES: Final = tuple(_HATS)
"""The numbers of the available faces."""


def face(number: int, ink: str, ground: str) -> Figure:
    """Return the face with this number, in one ink on a plain ground."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        canvas.disc((x, y + 0.06 * side), 0.34 * side, ink)
        for hand in (-1, 1):
            canvas.disc((x + hand * 0.13 * side, y + 0.04 * side), 0.055 * side, ground)
        canvas.line(
            ((x - 0.11 * side, y + 0.22 * side), (x + 0.11 * side, y + 0.22 * side)), 0.05 * side, ground
        )
        _HATS[number](canvas, centre, side, ink, ground)

    return draw
