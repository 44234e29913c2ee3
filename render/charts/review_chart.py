"""The chart of a review: a chance to win over a game, with marks at turning points.

The caller supplies all words. Above the middle line the chance is more than even.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas.canvas import Spot
from render.charts.pen import LINE, MARGIN, SMALL_SIZE, TEXT_SIZE, WIDTH, ChartPen, height_of_page

_PLOT: Final = 330
_AXIS: Final = 96
_NEAR: Final = 1.3
"""The minimal distance of two marks, in type sizes."""


@dataclass(frozen=True, slots=True)
class ReviewMark:
    """A mark on the curve: its place and its label."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class ReviewChart:
    """The picture's content: chances from 0 to 1 with their ply counts, in order, and words."""

    title: str
    chances: Sequence[tuple[float, float]]
    marks: Sequence[ReviewMark] = ()
    since: str = ""
    until: str = ""


def height_of_review() -> int:
    """Return the height of the picture in pixels."""
    return height_of_page(LINE + _PLOT)


def draw_review(pen: ChartPen, chart: ReviewChart) -> None:
    """Draw the curve over its grid, with its marks."""
    pen.title(chart.title)
    top, left, right = pen.top, float(MARGIN + _AXIS), float(WIDTH - MARGIN)
    bottom, middle = top + _PLOT, top + _PLOT / 2
    first, last = chart.chances[0][0], chart.chances[-1][0]

    def spot(at: float, chance: float) -> Spot:
        share = (at - first) / (last - first) if last > first else 0.5
        return left + (right - left) * share, bottom - _PLOT * chance

    curve = [spot(at, chance) for at, chance in chart.chances]
    if len(curve) > 1:
        pen.canvas.polygon(((left, middle), *curve, (curve[-1][0], middle)), "band")
    for share, word in ((1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")):
        y = bottom - _PLOT * share
        pen.canvas.line(((left, y), (right, y)), 1.5 if share != 1 / 2 else 3, "grid")
        level = min(bottom - SMALL_SIZE, max(top, y - SMALL_SIZE / 2))
        pen.right(word, level, left - 10, size=SMALL_SIZE, ink="quiet")
    pen.canvas.line(curve if len(curve) > 1 else ((left, curve[0][1]), (right, curve[0][1])), 4, "curve")
    placed: list[Spot] = []
    for mark in chart.marks:
        placed.append(_beside(placed, spot(mark.at, _chance_at(chart.chances, mark.at)), top, bottom))
        pen.mark(placed[-1], mark.text)
    pen.write_left(chart.since, bottom + 12, size=SMALL_SIZE, ink="quiet", at=left)
    pen.right(chart.until, bottom + 12, size=SMALL_SIZE, ink="quiet")


def _beside(placed: Sequence[Spot], spot: Spot, top: float, bottom: float) -> Spot:
    """Return the place for a mark: its own, or above or below the marks already placed."""
    near = TEXT_SIZE * _NEAR
    x = min(max(spot[0], MARGIN + _AXIS), WIDTH - MARGIN - near / 2)
    low, high = top + near / 2, bottom - near / 2
    wanted = min(max(spot[1], low), high)
    for step in range(2 * int(_PLOT / near) + 2):
        y = wanted + near * ((step + 1) // 2) * (1 if step % 2 else -1)
        if low <= y <= high and all(abs(x - ox) >= near or abs(y - oy) >= near for ox, oy in placed):
            return x, y
    return x, wanted


def _chance_at(chances: Sequence[tuple[float, float]], at: float) -> float:
    return min(chances, key=lambda chance: abs(chance[0] - at))[1]
