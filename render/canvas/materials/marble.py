"""Marble: one polished plate with clouds and long diagonal veins."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.curves import bow
from render.canvas.materials.scatter import Scatter

_CLOUDS, _VEINS = 7, 9
_BENDS = 7
_LEAN = 0.55
"""How far veins run to the right down the whole plate, as a fraction of its width."""


@dataclass(frozen=True, slots=True)
class MarbleInks:
    """The inks of a kind of marble: its ground, its clouds from their edge inwards, its veins."""

    ground: str
    clouds: tuple[str, ...]
    vein: str
    deep: str


def draw_marble(canvas: Canvas, box: Box, inks: MarbleInks, seed: int) -> None:
    """Fill a box with marble."""
    scatter, size = Scatter(seed), box[2] - box[0]
    canvas.rectangle(box, inks.ground)

    def work() -> None:
        for _ in range(_CLOUDS):
            way, broad = list(_way(box, scatter, 0.05)), scatter.between(0.05, 0.13) * size
            for layer, ink in enumerate(inks.clouds):
                half = broad / 2 * (1 - layer / len(inks.clouds))
                right = [(x + half, y) for x, y in reversed(way)]
                canvas.polygon([*((x - half, y) for x, y in way), *right], ink)
        for _ in range(_VEINS):
            way, broad = list(_way(box, scatter, 0.035)), scatter.between(0.0016, 0.0042) * size
            # A vein is wide in its middle, thins out at its ends, and often begins or ends on the plate.
            first, last = scatter.index(len(way) // 3), len(way) - scatter.index(len(way) // 3)
            canvas.line(way[first:last], broad, inks.vein)
            third = (last - first) // 3
            canvas.line(way[first + third : last - third], 0.55 * broad, inks.deep)

    canvas.within(box, work)


def _way(box: Box, scatter: Scatter, sway: float) -> Iterator[Spot]:
    """Yield a curved path from above the plate to below it."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    start = left + scatter.between(-_LEAN, 1.0) * width
    spots = [
        (
            start + (_LEAN * step / _BENDS + scatter.between(-sway, sway)) * width,
            top + (1.1 * step / _BENDS - 0.05) * height,
        )
        for step in range(_BENDS + 1)
    ]
    yield from bow(spots)
