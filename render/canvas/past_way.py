"""The path of an earlier move: a thin line in its player's colour, with an edge visible on any ground."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Sprite

_CORE: Final = 0.085
_CASING: Final = 0.04
_DOT: Final = 0.15
_HEAD: Final = 0.2
"""The widths of the line and its edges, and the sizes of dot and arrow head, in units."""
_THINNEST: Final = 1.4
_EDGE: Final = 0.9
"""The minimal widths of line and edge in pixels, on the smallest boards."""


@dataclass(frozen=True, slots=True)
class WayInks:
    """The colour of a player's earlier moves, and of their edges."""

    core: str
    casing: str


def past_way(spots: Sequence[Spot], unit: float, inks: WayInks, ground: str) -> Sprite:
    """Return the path along `spots`: a dot at its start, an arrow head before its end.

    `unit` is the distance of neighbouring points. A single spot, where a piece was set, gets a ring.
    """
    origin, core = spots[0], max(_THINNEST, _CORE * unit)
    casing = max(_EDGE, _CASING * unit)
    ways = tuple((x - origin[0], y - origin[1]) for x, y in spots)
    reach = _HEAD * unit + 2 * casing + (0.4 * unit if len(ways) == 1 else 0.0) + 1
    across, down = [x for x, _ in ways], [y for _, y in ways]
    box = min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach

    def draw(canvas: Canvas) -> None:
        for more, ink in ((2 * casing, inks.casing), (0.0, inks.core)):
            _layer(canvas, ways, unit, core, more, ink)

    return Sprite(None, origin, ground, box, draw)


def _layer(canvas: Canvas, ways: Sequence[Spot], unit: float, core: float, more: float, ink: str) -> None:
    """Draw the whole path in one ink, `more` pixels wider than the coloured line."""
    if len(ways) == 1:
        radius = 0.55 * unit
        canvas.ring(ways[0], radius + more / 2, core + more, ink)
        return
    canvas.line(ways, core + more, ink)
    canvas.disc(ways[0], _DOT * unit + more / 2, ink)
    head = _head(ways, unit)
    canvas.line(head, core + more, ink)


def _head(ways: Sequence[Spot], unit: float) -> tuple[Spot, Spot, Spot]:
    """Return an open arrow head in the middle of the last stretch, as a piece covers the end."""
    (x, y), (to_x, to_y) = ways[-2], ways[-1]
    far = hypot(to_x - x, to_y - y)
    along = ((to_x - x) / far, (to_y - y) / far)
    ahead = max(far - 0.55 * unit, far / 2)
    tip = x + along[0] * ahead, y + along[1] * ahead
    back, aside = _HEAD * unit, 0.8 * _HEAD * unit
    left, right = (
        (
            tip[0] - back * along[0] - sign * aside * along[1],
            tip[1] - back * along[1] + sign * aside * along[0],
        )
        for sign in (1, -1)
    )
    return left, tip, right


def distinct(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """Return the spots without consecutive duplicates."""
    kept: list[Spot] = []
    for spot in spots:
        if not kept or kept[-1] != spot:
            kept.append(spot)
    return tuple(kept)
