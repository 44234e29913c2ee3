"""Wood: growth rings that run along the board, bend together and part around knots, and fine pores.

All strokes lie on whole pixels and run along the rows: as fine as they can be, and they cost few bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, pi, sin

from render.canvas.canvas import Box, Canvas
from render.canvas.materials.scatter import Scatter


@dataclass(frozen=True, slots=True)
class WoodInks:
    """The inks of one kind of wood: its ground, late and early growth, and the pores."""

    ground: str
    late: str
    early: str
    pore: str


@dataclass(frozen=True, slots=True)
class Cut:
    """How a board was sawn.

    `rings` lie that far apart on average, `sway` is how far they wander, both in parts of the board's height;
    `pores` is their number in a square as high as the board. `knots` are places, in parts of the board. The
    finest strokes are `fine` pixels broad.
    """

    seed: int
    rings: float = 0.018
    sway: float = 0.002
    pores: int = 60
    fine: int = 1
    knots: tuple[tuple[float, float], ...] = ()


def draw_wood(canvas: Canvas, box: Box, inks: WoodInks, cut: Cut) -> None:
    """Fill a box with wood. Its edges should lie on whole pixels."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    canvas.rectangle(box, inks.ground)
    scatter = Scatter(cut.seed)
    flow = _flow(scatter, cut, width, height)
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
        x = fine * round(scatter.between(0, width - fine) / fine)
        upper, lower = max(0, round(start)), min(height, round(start + length))
        if upper < lower:
            canvas.rectangle((left + x, top + upper, left + x + fine, top + lower), inks.pore)


class _Flow:
    """How far a ring lies off its depth, across the board."""

    def __init__(self, waves: tuple[tuple[float, float, float, float], ...], knots: tuple[Box, ...]) -> None:
        self._waves = waves
        self._knots = knots

    def at(self, x: float, depth: float) -> float:
        """Return the offset of the ring of that depth at `x`."""
        off = sum(high * sin(x * pace + depth * drift + phase) for high, pace, drift, phase in self._waves)
        for knot_x, knot_y, reach, swell in self._knots:
            away = (x - knot_x) / (3 * reach)
            side = depth - knot_y
            off += (1 if side >= 0 else -1) * swell * exp(-away * away) * exp(-abs(side) / (2.5 * reach))
        return off


def _flow(scatter: Scatter, cut: Cut, width: float, height: float) -> _Flow:
    waves = tuple(
        (
            cut.sway * width * share,
            2 * pi * turns / width,
            scatter.between(-1.5, 1.5) * 2 * pi / width,
            scatter.between(0, 2 * pi),
        )
        for share, turns in ((0.7, scatter.between(0.35, 0.6)), (0.3, scatter.between(1.0, 1.6)))
    )
    knots = tuple((x * width, y * height, 0.03 * width, 0.022 * width) for x, y in cut.knots)
    return _Flow(waves, knots)


def _stretches(scatter: Scatter) -> Iterator[tuple[float, float]]:
    """Yield the parts of a ring that can be seen, in parts of the width."""
    if scatter.share() < 0.45:
        yield 0.0, 1.0
        return
    start = scatter.between(-0.3, 0.3)
    while start < 1.0:
        end = start + scatter.between(0.25, 0.8)
        yield max(0.0, start), min(1.0, end)
        start = end + scatter.between(0.03, 0.25)


def _runs(
    depth: float, start: float, end: float, flow: _Flow, fine: int
) -> Iterator[tuple[float, float, float]]:
    """Yield the level runs of a ring as (from, to, y), on whole pixels."""
    step = 6.0
    x, begun = start, round(start)
    level = fine * round((depth + flow.at(x, depth)) / fine)
    while x < end:
        x = min(end, x + step)
        now = fine * round((depth + flow.at(x, depth)) / fine)
        if now != level:
            here = round(x - step / 2)
            yield begun, here, level
            begun, level = here, now
    yield begun, round(end), level
