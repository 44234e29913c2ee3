"""Wood: growth rings that run down the board and bend together, and fine pores.

All strokes are vertical and on whole pixels: as fine as possible, and cheap in bytes, as most rows of pixels
equal the previous row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, sin

from render.canvas.canvas import Box, Canvas
from render.canvas.materials.scatter import Scatter

_STEP = 6.0


@dataclass(frozen=True, slots=True)
class WoodInks:
    """The inks of a kind of wood: its ground, late and early growth, and the pores."""

    ground: str
    late: str
    early: str
    pore: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a board.

    `rings` is their average distance, `sway` their deviation, both as fractions of the board's height;
    `pores` is the number in a square as high as the board. The finest strokes are `fine` pixels wide.
    """

    seed: int
    rings: float = 0.018
    sway: float = 0.002
    pores: int = 45
    fine: int = 1


def draw_wood(canvas: Canvas, box: Box, inks: WoodInks, cut: Cut) -> None:
    """Fill a box with wood. Its edges should be on whole pixels."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    canvas.rectangle(box, inks.ground)
    scatter = Scatter(cut.seed)
    flow = _flow(scatter, cut, height)
    fine = cut.fine
    depth = -0.04 * height
    while depth < width + 0.04 * height:
        depth += height * cut.rings * scatter.between(0.35, 1.65)
        ink = inks.late if scatter.share() < 0.62 else inks.early
        thick = fine * (1 + scatter.index(3))
        for start, end in _stretches(scatter):
            for upper, lower, x in _runs(depth, start * height, end * height, flow, fine):
                near, far = max(0.0, x), min(width, x + thick)
                if near < far:
                    canvas.rectangle((left + near, top + upper, left + far, top + lower), ink)
    for _ in range(round(cut.pores * width / height)):
        start, length = scatter.between(-0.02, 0.99) * height, scatter.between(0.008, 0.045) * height
        place = left + fine * round(scatter.between(0, width - fine) / fine)
        first, ended = max(0, round(start)), min(height, round(start + length))
        if first < ended:
            canvas.rectangle((place, top + first, place + fine, top + ended), inks.pore)


@dataclass(frozen=True, slots=True)
class _Wave:
    """A wave of rings: amplitude `high`, frequency `pace`; `drift` makes neighbours differ slightly."""

    high: float
    pace: float
    drift: float
    phase: float

    def at(self, along: float, depth: float) -> float:
        """Return the offset of a ring at this depth."""
        return self.high * sin(along * self.pace + depth * self.drift + self.phase)


Flow = tuple[_Wave, ...]


def _flow(scatter: Scatter, cut: Cut, height: float) -> Flow:
    """Return waves common to all rings: a slow one and a fast one."""
    return tuple(
        _Wave(
            cut.sway * height * share,
            2 * pi * turns / height,
            scatter.between(-1.5, 1.5) * 2 * pi / height,
            scatter.between(0, 2 * pi),
        )
        for share, turns in ((0.7, scatter.between(0.35, 0.6)), (0.3, scatter.between(1.0, 1.6)))
    )


def _stretches(scatter: Scatter) -> Iterator[tuple[float, float]]:
    """Yield the visible parts of a ring, as fractions of its length."""
    if scatter.share() < 0.45:
        yield 0.0, 1.0
        return
    start = scatter.between(-0.3, 0.3)
    while start < 1.0:
        end = start + scatter.between(0.25, 0.8)
        yield max(0.0, start), min(1.0, end)
        start = end + scatter.between(0.03, 0.25)


def _runs(depth: float, start: float, end: float, flow: Flow, fine: int) -> Iterator[tuple[int, int, int]]:
    """Yield the vertical runs of a ring as (from, to, x), on whole pixels."""
    along, first, level = start, round(start), _level(depth, start, flow, fine)
    while along < end:
        along = min(end, along + _STEP)
        now = _level(depth, along, flow, fine)
        if now != level:
            here = round(along - _STEP / 2)
            yield first, here, level
            first, level = here, now
    yield first, round(end), level


def _level(depth: float, along: float, flow: Flow, fine: int) -> int:
    return fine * round((depth + sum(wave.at(along, depth) for wave in flow)) / fine)
