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
    """Fill a box with a slab of marble; veins are one or two times `fine` pixels broad."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    canvas.rectangle(box, inks.ground)
    if scatter.share() < 0.42:
        return
    lean = scatter.between(-0.5, 0.5) * width
    start = scatter.between(0.15, 0.85) * width
    _draw_vein(canvas, box, (start, 0.0, start + lean, height), inks.vein, scatter, fine)
    if scatter.share() < 0.4:
        # A branch leaves it part of the way down.
        begin = scatter.between(0.2, 0.6)
        at = start + lean * begin
        fork = (at, begin * height, at - lean * scatter.between(0.4, 1.2), scatter.between(0.8, 1.0) * height)
        _draw_vein(canvas, box, fork, inks.vein, scatter, fine)


def _draw_vein(canvas: Canvas, box: Box, way: Box, ink: str, scatter: Scatter, fine: int) -> None:
    left, top, right, _ = box
    for upper, lower, x in _runs(way, scatter, right - left, fine):
        thick = fine * (1 + (scatter.share() < 0.3))
        near, far = max(left, left + x), min(right, left + x + thick)
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
        across = x + (end_x - x) * (share - 0.5 / pieces) + scatter.between(-0.012, 0.012) * width
        if round(down) > begun:
            yield begun, round(down), fine * round(across / fine)
            begun = round(down)
