"""The palm in the middle of the board, with the numbers of the inner holes on its trunk."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import bow

# The bend and tip of each frond in the right half, in rows from the root of the crown, back to front.
_FRONDS: Final[Sequence[tuple[Spot, Spot]]] = (
    ((0.8, -2.4), (1.8, -3.9)),
    ((2.0, -1.9), (3.6, -2.5)),
    ((2.1, -0.7), (3.5, 0.7)),
)
_TOP: Final[tuple[Spot, Spot]] = ((0.0, -2.2), (0.0, -4.1))
_LEAFLETS: Final = 9
_LONG: Final = 1.15
_DATES: Final[Sequence[Spot]] = ((0.34, 0.05), (0.62, 0.12), (0.48, 0.36))


def draw_palm(canvas: Canvas, root: Spot, pitch: int, bottom: float, half: float) -> None:
    """Draw the palm: its crown around `root`, its trunk down to `bottom`, with half the width `half`."""
    _draw_trunk(canvas, root, pitch, bottom, half)
    _draw_frond(canvas, root, *_TOP, pitch)
    for (bend_x, bend_y), (tip_x, tip_y) in _FRONDS:
        for side in (1, -1):
            _draw_frond(canvas, root, (side * bend_x, bend_y), (side * tip_x, tip_y), pitch)
    x, y = root
    for side in (-1, 1):
        for across, down in _DATES:
            spot = x + side * across * pitch, y + down * pitch
            canvas.disc(spot, 0.19 * pitch, "trunk-edge")
            canvas.disc(spot, 0.15 * pitch, "date")
    canvas.disc((x, y - 0.05 * pitch), 0.34 * pitch, "trunk-edge")


def _draw_trunk(canvas: Canvas, root: Spot, pitch: int, bottom: float, half: float) -> None:
    """Draw the trunk in segments, each a row high, parted by the stumps of old leaves."""
    x, top = root[0], round(root[1])
    edge = max(1, round(0.05 * pitch))
    canvas.rectangle((x - half - edge, top, x + half + edge, bottom), "trunk-edge")
    canvas.rectangle((x - half, top, x + half, bottom), "trunk")
    y = top + pitch
    while y < bottom:
        grown = half + 2 * edge
        canvas.polygon(
            ((x - grown, y), (x + grown, y), (x + half, y + 3 * edge), (x - half, y + 3 * edge)), "trunk-edge"
        )
        y += pitch


def _draw_frond(canvas: Canvas, root: Spot, bend: Spot, tip: Spot, pitch: int) -> None:
    """Draw a frond: leaflets on both sides of a rib; bend and tip are measured from the root, in rows."""
    x, y = root
    rib = bow([(0.0, 0.0), bend, tip])
    spots = [(x + across * pitch, y + down * pitch) for across, down in rib]
    last = len(spots) - 1
    for leaflet in range(_LEAFLETS, 0, -1):
        share = (leaflet + 0.6) / (_LEAFLETS + 0.6)
        at = round(share * last)
        before, here = spots[max(0, at - 2)], spots[at]
        way = atan2(here[1] - before[1], here[0] - before[0])
        # Leaflets are longest in the middle of the frond, and point towards its tip.
        long = _LONG * pitch * (0.35 + 1.5 * share * (1.25 - share))
        for side, ink in ((-1, "leaf"), (1, "leaf-two")):
            turn = way + side * (1.0 - 0.55 * share)
            canvas.polygon(_leaflet(here, turn, long, 0.17 * pitch), ink)
    canvas.polygon(
        _leaflet(
            spots[last - 2],
            atan2(spots[last][1] - spots[last - 2][1], spots[last][0] - spots[last - 2][0]),
            0.7 * pitch,
            0.15 * pitch,
        ),
        "leaf",
    )
    canvas.line(spots, 0.09 * pitch, "sprig")


def _leaflet(foot: Spot, turn: float, long: float, broad: float) -> list[Spot]:
    along, across = (cos(turn), sin(turn)), (cos(turn + pi / 2), sin(turn + pi / 2))
    shape = ((0.0, 0.0), (0.3, 0.5), (0.65, 0.42), (1.0, 0.0), (0.65, -0.42), (0.3, -0.5))
    return [
        (
            foot[0] + far * long * along[0] + wide * broad * across[0],
            foot[1] + far * long * along[1] + wide * broad * across[1],
        )
        for far, wide in shape
    ]
