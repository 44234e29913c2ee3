"""Knotwork inlaid in the king's squares: bands that pass over and under each other."""

from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from render.canvas.canvas import Canvas, Spot

_ARC = 24


def draw_throne(canvas: Canvas, centre: Spot, side: float) -> None:
    """Inlay the throne: four bands woven through four, joined at their ends."""
    _draw_plate(canvas, centre, side)
    knot = _Knot(canvas, centre, side, band=max(2, round(0.068 * side)))
    near, far, end = 0.08 * side, 0.23 * side, 0.35 * side
    knot.weave((-far, -near, near, far), end)
    knot.join_corners(far, end)
    knot.join_sides(near, end)


def draw_refuge(canvas: Canvas, centre: Spot, side: float) -> None:
    """Inlay a refuge: an endless band with a loop at each corner, as carved on picture stones."""
    _draw_plate(canvas, centre, side)
    x, y = centre
    near, far, loop = 0.1 * side, 0.225 * side, 0.125 * side
    broad, gap = 0.07 * side, 0.145 * side
    for line in (-near, near):
        canvas.line(((x - far, y + line), (x + far, y + line)), broad, "inlay")
        canvas.line(((x + line, y - far), (x + line, y + far)), broad, "inlay")
    for right, low in product((-1, 1), repeat=2):
        # Three quarters of a circle, open towards the middle.
        arc = [
            (x + right * (far + loop * sin(turn)), y + low * (far - loop * cos(turn)))
            for turn in (1.5 * pi * step / _ARC for step in range(_ARC + 1))
        ]
        canvas.line(arc, broad, "inlay")
    for right, low in product((-1, 1), repeat=2):
        spot = x + right * near, y + low * near
        along = (1.0, 0.0) if right == low else (0.0, 1.0)
        for thick, reach, ink in ((gap, 0.052, "plate"), (broad, 0.1, "inlay")):
            ends = [
                (spot[0] + way * reach * side * along[0], spot[1] + way * reach * side * along[1])
                for way in (-1, 1)
            ]
            canvas.stroke(ends, thick, ink)


def _draw_plate(canvas: Canvas, centre: Spot, side: float) -> None:
    """Inlay a plate of dark wood with a light string around it."""
    x, y = centre
    thin = max(1, round(0.025 * side))
    reach = side / 2 - 1
    for step, ink in ((0, "plate"), (thin, "inlay"), (2 * thin, "plate")):
        box = (x - reach + step, y - reach + step, x + reach - step, y + reach - step)
        canvas.rectangle(box, ink)


@dataclass(frozen=True, slots=True)
class _Knot:
    """Bands `band` pixels wide in a square, named by their distance from its middle."""

    canvas: Canvas
    centre: Spot
    side: float
    band: int

    def weave(self, lines: tuple[float, ...], end: float) -> None:
        """Draw bands along all lines in both directions, alternating over and under at crossings."""
        gap = max(1, round(0.03 * self.side))
        for line in lines:
            self._lay((line, -end), (line, end))
            self._lay((-end, line), (end, line))
        for (column, x), (row, y) in product(enumerate(lines), repeat=2):
            across, down = (gap, 0) if (column + row) % 2 else (0, gap)
            self._lay((x, y), (x, y), "plate", across, down)
            self._lay((x, y), (x, y), "inlay", down, across)

    def join_corners(self, line: float, end: float) -> None:
        """Join the outermost bands around each corner."""
        for right, low in product((-1, 1), repeat=2):
            self._lay((right * line, low * end), (right * end, low * end))
            self._lay((right * end, low * line), (right * end, low * end))

    def join_sides(self, line: float, end: float) -> None:
        """Join the two bands in the middle of each side."""
        for far in (-end, end):
            self._lay((-line, far), (line, far))
            self._lay((far, -line), (far, line))

    def _lay(self, start: Spot, end: Spot, ink: str = "inlay", across: int = 0, down: int = 0) -> None:
        """Draw a straight band between two places, widened by `across` and `down` on either side."""
        left, right = sorted(self._pixel(self.centre[0] + x) for x in (start[0], end[0]))
        top, bottom = sorted(self._pixel(self.centre[1] + y) for y in (start[1], end[1]))
        box = (left - across, top - down, right + self.band + across, bottom + self.band + down)
        self.canvas.rectangle(box, ink)

    def _pixel(self, place: float) -> int:
        return round(place - self.band / 2)
