"""Marble: slabs in several tones, some with veins that wander down them.

Veins lie on whole pixels: as fine as they can be, and they cost few bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from render.canvas.canvas import Box, Canvas
from render.canvas.materials.scatter import Scatter

_STRETCHES = 5


@dataclass(frozen=True, slots=True)
class MarbleInks:
    """The inks of one kind of marble: its ground and its veins."""

    ground: str
    vein: str


def draw_slab(canvas: Canvas, box: Box, inks: MarbleInks, scatter: Scatter, *, fine: int) -> None:
    """Fill a box with a slab of marble; the finest strokes are `fine` pixels broad."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    canvas.rectangle(box, inks.ground)
    if scatter.share() < 0.52:
        return
    lean = scatter.between(-0.6, 0.6) * width
    start = scatter.between(0.2, 0.8) * width
    _draw_vein(canvas, box, (start, 0.0, start + lean, height), inks.vein, scatter, fine)
    if scatter.share() < 0.25:
        # A branch leaves it part of the way down.
        begin = scatter.between(0.2, 0.6)
        at = start + lean * begin
        fork = (at, begin * height, at - lean * scatter.between(0.4, 1.2), scatter.between(0.8, 1.0) * height)
        _draw_vein(canvas, box, fork, inks.vein, scatter, fine)


def _draw_vein(canvas: Canvas, box: Box, way: Box, ink: str, scatter: Scatter, fine: int) -> None:
    """Draw a vein that swells and thins out on its way."""
    left, top, right, _ = box
    swell = scatter.between(2.0, 5.0)
    runs = tuple(_runs(way, scatter, right - left, fine))
    for number, (upper, lower, x) in enumerate(runs):
        share = (number + 0.5) / len(runs)
        thick = fine * max(1, round(swell * (1 - abs(2 * share - 0.8))))
        near, far = max(left, left + x - thick // 2), min(right, left + x - thick // 2 + thick)
        if near < far:
            canvas.rectangle((near, top + upper, far, top + lower), ink)


def _runs(way: Box, scatter: Scatter, width: float, fine: int) -> Iterator[tuple[int, int, int]]:
    """Yield the upright runs of a vein as (from, to, x); its steps are of uneven length."""
    x, y, end_x, end_y = way
    pieces = max(_STRETCHES, round(abs(end_x - x) / (1.5 * fine)))
    begun = round(y)
    for piece in range(1, pieces + 1):
        share = piece / pieces
        down = y + (end_y - y) * (share + (scatter.between(-0.4, 0.4) / pieces if share < 1 else 0))
        across = x + (end_x - x) * (share - 0.5 / pieces) + scatter.between(-0.006, 0.006) * width
        if round(down) > begun:
            yield begun, round(down), fine * round(across / fine)
            begun = round(down)
