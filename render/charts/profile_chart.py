"""The chart of a profile: a rating over time with its band, results by game and role, games under way.

All words come from outside. Results differ in height as well as in colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.fonts import Fonts
from render.canvas.png import encode
from render.canvas.resources import Resources
from render.charts.inks import CHART_INKS

WIDTH: Final = 800
TEXT_SIZE: Final = 40
"""The size of the type; its capitals are 26 pixels high, to be read on a phone."""
_MARGIN: Final = 24
_LINE: Final = 50
_PLOT: Final = 330
_AXIS: Final = 112
_BAR: Final = 30
_STEPS: Final = (25, 50, 100, 200, 250, 500, 1000)
_MOST_LINES: Final = 5
_FINE: Final = 4


@dataclass(frozen=True, slots=True)
class RatingMoment:
    """A rating at a time (in any unit that runs evenly), and between what the strength lies."""

    at: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class WinsAndLosses:
    """How many games somebody has won, drawn and lost in a role; `told` says it in words."""

    title: str
    told: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class ProfileChart:
    """What the picture shows; `since` and `until` are what stands below the ends of the curve.

    `legend` says what the three numbers of each record are.
    """

    title: str = ""
    moments: Sequence[RatingMoment] = ()
    since: str = ""
    until: str = ""
    legend: str = ""
    records: Sequence[WinsAndLosses] = ()
    closing: Sequence[str] = ()


class Charts:
    """Draw charts. Safe to use from several threads."""

    @cached_property
    def _resources(self) -> Resources:
        return Resources(inks=CHART_INKS)

    def profile(self, chart: ProfileChart, theme: str) -> bytes:
        """Return the chart of a profile as a palette PNG, 800 pixels wide."""
        pen = _Pen(self._resources, theme, _height(chart))
        top = float(_MARGIN)
        if chart.moments:
            pen.left(chart.title, top)
            top = _plot(pen, chart, top + _LINE) + _MARGIN
        if chart.records:
            pen.right(chart.legend, top)
            top += _LINE
        widest = max((sum((one.won, one.drawn, one.lost)) for one in chart.records), default=1)
        for record in chart.records:
            _draw_record(pen, record, top, widest)
            top += _LINE + _BAR + _MARGIN
        for line in chart.closing:
            pen.left(line, top)
            top += _LINE
        return encode(pen.canvas.image())


class _Pen:
    """A canvas on which lines of text begin and end where they are told to, cut where there is no room."""

    def __init__(self, resources: Resources, theme: str, height: int) -> None:
        self.canvas: Final[Canvas] = resources.canvas(theme, (0, 0, WIDTH, height), "ground")
        self._fonts: Final[Fonts] = resources.fonts

    def left(self, text: str, top: float, *, room: float = WIDTH - 2 * _MARGIN) -> None:
        """Write a line from the left margin on."""
        fitting = self._fitting(text, room)
        self._write(fitting, _MARGIN + self._width(fitting) / 2, top)

    def right(self, text: str, top: float, edge: float = WIDTH - _MARGIN) -> float:
        """Write a line that ends at an edge; return where it begins."""
        width = self._width(text)
        self._write(text, edge - width / 2, top)
        return edge - width

    def _write(self, text: str, middle: float, top: float) -> None:
        self.canvas.text((middle, top + TEXT_SIZE / 2), text, TEXT_SIZE, "letter")

    def _width(self, text: str) -> float:
        return self._fonts.font(text, TEXT_SIZE, _FINE).getlength(text) / _FINE

    def _fitting(self, text: str, room: float) -> str:
        if self._width(text) <= room:
            return text
        while text and self._width(f"{text}…") > room:
            text = text[:-1]
        return f"{text.rstrip()}…"


def _height(chart: ProfileChart) -> int:
    curve = _LINE + _PLOT + _LINE + _MARGIN if chart.moments else 0
    lines = len(chart.closing) + (1 if chart.records else 0)
    return 2 * _MARGIN + curve + len(chart.records) * (_LINE + _BAR + _MARGIN) + lines * _LINE


def _plot(pen: _Pen, chart: ProfileChart, top: float) -> float:
    """Draw the curve with its band over its grid; return where the room below begins."""
    canvas, moments = pen.canvas, chart.moments
    left, right, bottom = float(_MARGIN + _AXIS), float(WIDTH - _MARGIN), top + _PLOT
    marks = scale(min(one.low for one in moments), max(one.high for one in moments))
    first, last = moments[0].at, moments[-1].at

    def across(at: float) -> float:
        return left + (right - left) * ((at - first) / (last - first) if last > first else 0.5)

    def down(value: float) -> float:
        return bottom - _PLOT * (value - marks[0]) / (marks[-1] - marks[0])

    ends = (left, right) if last == first else ()
    highs = _spread([(across(one.at), down(one.high)) for one in moments], ends)
    lows = _spread([(across(one.at), down(one.low)) for one in moments], ends)
    canvas.polygon((*highs, *reversed(lows)), "band")
    for mark in marks:
        canvas.line(((left, down(mark)), (right, down(mark))), 1.5, "grid")
        pen.right(str(mark), min(bottom - TEXT_SIZE, max(top, down(mark) - TEXT_SIZE / 2)), left - 10)
    curve = [(across(one.at), down(one.value)) for one in moments]
    canvas.line(_spread(curve, ends), 4, "curve")
    canvas.disc(curve[-1], 9, "curve")
    pen.left(chart.since, bottom + 6)
    pen.right(chart.until, bottom + 6)
    return bottom + _LINE


def _spread(spots: list[Spot], ends: tuple[float, ...]) -> list[Spot]:
    """Return a single spot as a line between two ends; several as they are."""
    return [(x, spots[0][1]) for x in ends] or spots


def scale(low: float, high: float) -> tuple[int, ...]:
    """Return round numbers at even distances, of which the first and the last enclose a range."""
    for step in _STEPS:
        # In whole points: a step is many, and the smallest fractions would be lost in it.
        first, last = floor(low) // step * step, -(-ceil(high) // step) * step
        if last == first:
            last += step
        if (last - first) // step < _MOST_LINES:
            break
    return tuple(range(first, last + 1, step))


def _draw_record(pen: _Pen, record: WinsAndLosses, top: float, widest: int) -> None:
    begins = pen.right(record.told, top)
    pen.left(record.title, top, room=begins - 2 * _MARGIN)
    # Long beside tall beside flat: the three are told apart without their colours, too.
    room, left, base = WIDTH - 2 * _MARGIN, float(_MARGIN), top + _LINE + _BAR
    for number, ink, tall in (
        (record.won, "won", 1.0),
        (record.drawn, "drawn", 0.65),
        (record.lost, "lost", 0.35),
    ):
        if number:
            right = left + room * number / max(1, widest)
            pen.canvas.rectangle((left, base - _BAR * tall, right, base), ink)
            left = right
