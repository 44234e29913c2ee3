"""The profile chart: name, latest results, a rating curve with its band, and win-loss records.

Desktop clients scale pictures to fit 550 x 350, so a profile, 800 wide, is at most 509 high. The caller
supplies all words. Results differ in height as well as in colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from typing import Final

from PIL import Image

from render.canvas.canvas import Spot
from render.charts.figures import draw_cup, draw_person
from render.charts.pen import (
    FRAME,
    HEAD,
    LINE,
    MARGIN,
    PAD,
    SMALL_SIZE,
    TITLE_SIZE,
    WIDTH,
    ChartPen,
    height_of_page,
)

_PLOT: Final = 170
_AXIS: Final = 96
_BAR: Final = 22
_SMALL_LINE: Final = 38
_CELL: Final = 2 * _SMALL_LINE
"""The height of a record: its title, and the bar with its numbers."""
_GUTTER: Final = 30
_COLUMN: Final = (WIDTH - 2 * MARGIN - _GUTTER) / 2
_MAX_ROWS: Final = 2
"""The maximum number of records per column."""
_PROFILE_HEAD: Final = 128
_RADIUS: Final = 46.0
THUMBNAIL: Final = 112
"""The maximum width and height of the favourite board."""
_CUPS: Final = 5
"""The maximum number of cups drawn; if there are more, the number is written after them."""
_BLOCK: Final = 40
_GAP: Final = 10
_CORNER: Final = 6
_STEPS: Final = (25, 50, 100, 200, 250, 500, 1000)
_MAX_GRID_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating at a time (in any linear unit), with the bounds of its band."""

    at: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class WinLossRecord:
    """The games won, drawn and lost in a role or against a rival; `label` is the text next to the bar."""

    title: str
    label: str
    won: int
    drawn: int
    lost: int


class ResultInk(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


_HEIGHTS: Final = {ResultInk.WON: 1.0, ResultInk.DRAWN: 0.65, ResultInk.LOST: 0.35}
"""The relative heights of results, which distinguish them without colour."""


@dataclass(frozen=True, slots=True)
class ProfileChart:
    """The picture's content; `since` and `until` are the labels below the ends of the curve.

    `favourite` is the line below the name, `cups` the number of tournaments won. `last` are results, newest
    last, with a heading. `legend` explains the three numbers of each record; `rivals` are records with their
    own heading. Only the records with the most games are drawn, two in each of two
    columns; a curve replaces the first column.
    """

    name: str = ""
    favourite: str = ""
    cups: int = 0
    last_heading: str = ""
    last: Sequence[ResultInk] = ()
    title: str = ""
    moments: Sequence[CurvePoint] = ()
    since: str = ""
    until: str = ""
    legend: str = ""
    records: Sequence[WinLossRecord] = ()
    rivals_heading: str = ""
    rivals: Sequence[WinLossRecord] = ()


def head_height(chart: ProfileChart) -> int:
    """Return the height of the frame above the paper."""
    return _PROFILE_HEAD if chart.name else HEAD if chart.title else FRAME


def picture_height(chart: ProfileChart) -> int:
    """Return the height of the picture in pixels."""
    last = LINE + PAD // 2 if chart.last else 0
    curve = _PLOT + _SMALL_LINE if chart.moments else 0
    title = LINE if chart.title and chart.name else 0
    return height_of_page(last + title + max(curve, _height_of_columns(_columns(chart))), head_height(chart))


def _height_of_columns(columns: Sequence["_Column"]) -> int:
    rows = max((len(column.records) for column in columns), default=0)
    return any(column.heading for column in columns) * _SMALL_LINE + rows * _CELL


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of records with a heading; `place` 0 is the left column, 1 the right."""

    heading: str
    records: Sequence[WinLossRecord]
    place: int


def _columns(chart: ProfileChart) -> tuple[_Column, ...]:
    """Return the records in columns: by game and by rival, or in two halves."""
    rivals, has_no_rivals = _Column(chart.rivals_heading, chart.rivals[:_MAX_ROWS], 1), not chart.rivals
    place = 1 if chart.moments else 0
    limit = _MAX_ROWS * (1 + (has_no_rivals and not place))
    ranked = sorted(enumerate(chart.records), key=lambda numbered: -_count_games(numbered[1]))[:limit]
    shown = [record for _, record in sorted(ranked, key=lambda numbered: numbered[0])]
    if not shown:
        return (rivals,) if chart.rivals and not place else ()
    if place or not has_no_rivals:
        own = _Column(chart.legend, shown, place)
        return (own,) if place else (own, rivals)
    half = -(-len(shown) // 2)
    return (_Column(chart.legend, shown[:half], 0), _Column("", shown[half:], 1))


def records_drawn(chart: ProfileChart) -> tuple[WinLossRecord, ...]:
    """Return the records that fit in the picture, including those against rivals."""
    return tuple(record for column in _columns(chart) for record in column.records)


def _count_games(record: WinLossRecord) -> int:
    return record.won + record.drawn + record.lost


def thumbnail_corner(thumbnail: Image.Image) -> tuple[int, int]:
    """Return the top left corner of the favourite board."""
    return WIDTH - MARGIN - thumbnail.width, (_PROFILE_HEAD - thumbnail.height) // 2


def draw_profile(pen: ChartPen, chart: ProfileChart, *, thumbnail: bool = False) -> None:
    """Draw the given parts from top to bottom; `thumbnail` reserves room for the favourite board."""
    top = pen.top
    if chart.name:
        _draw_head(pen, chart, thumbnail=thumbnail)
    elif chart.title:
        pen.title(chart.title)
    if chart.last:
        _draw_last(pen, chart, top)
        top += LINE + PAD // 2
    if chart.title and chart.name:
        pen.write_left(chart.title, top)
        top += LINE
    columns = _columns(chart)
    if chart.moments:
        _plot(pen, chart, top, MARGIN + _COLUMN if columns else WIDTH - MARGIN)
    _draw_columns(pen, columns, top)


def _draw_head(pen: ChartPen, chart: ProfileChart, *, thumbnail: bool) -> None:
    """Draw the header: a disc with the initial, the name, the cups and the favourite."""
    middle = (MARGIN + _RADIUS, _PROFILE_HEAD / 2)
    name = pen.name(chart.name, "")
    letter = next((char for char in name if char.isalnum()), "")
    draw_person(pen.canvas, middle, _RADIUS, letter.upper(), TITLE_SIZE)
    left = MARGIN + 2 * _RADIUS + PAD
    room = WIDTH - MARGIN - left - thumbnail * (THUMBNAIL + PAD)
    rows = 1 + bool(chart.favourite or chart.cups)
    top = (_PROFILE_HEAD - rows * LINE) / 2
    pen.title(name, at=left, middle=top + LINE / 2, room=room)
    top += LINE
    right = left
    if chart.cups:
        right = _draw_cups(pen, chart.cups, left, top + LINE / 2) + PAD / 2
    if chart.favourite:
        text_top = top + (LINE - SMALL_SIZE) / 2
        room -= right - left
        pen.write_left(chart.favourite, text_top, at=right, size=SMALL_SIZE, room=room, ink="frame-letter")


def _draw_cups(pen: ChartPen, cups: int, at: float, middle: float) -> float:
    """Draw the cups, with their number if there are many; return the right edge."""
    for number in range(min(cups, _CUPS)):
        draw_cup(pen.canvas, (at + (number + 0.5) * LINE, middle), 0.94 * LINE)
    if cups <= _CUPS:
        return at + cups * LINE
    spot = at + _CUPS * LINE + PAD / 2
    return pen.write_left(f"{cups}", middle - SMALL_SIZE / 2, at=spot, size=SMALL_SIZE, ink="frame-letter")


def _draw_last(pen: ChartPen, chart: ProfileChart, top: float) -> None:
    """Draw a block for each of the latest results, after their heading."""
    room = WIDTH - 2 * MARGIN - len(chart.last) * (_BLOCK // 2 + _GAP)
    left = pen.write_left(chart.last_heading, top, room=room) + PAD
    width = min(_BLOCK, (WIDTH - MARGIN - left) / len(chart.last) - _GAP)
    for result in chart.last:
        base = top + _BLOCK
        box = (left, base - _BLOCK * _HEIGHTS[result], left + width, base)
        pen.canvas.rectangle(box, result.value, rounded=_CORNER)
        left += width + _GAP


def _draw_columns(pen: ChartPen, columns: Sequence[_Column], top: float) -> None:
    widest = max((_count_games(record) for column in columns for record in column.records), default=1)
    has_heading = any(column.heading for column in columns)
    for column in columns:
        left = MARGIN + column.place * (_COLUMN + _GUTTER)
        if column.place:
            # The legend on the left may be taller than its column.
            pen.right(column.heading, top, size=SMALL_SIZE, ink="quiet")
        else:
            pen.write_left(column.heading, top, size=SMALL_SIZE, ink="quiet")
        for row, record in enumerate(column.records):
            _draw_record(pen, record, (left, top + has_heading * _SMALL_LINE + row * _CELL), max(1, widest))


def _plot(pen: ChartPen, chart: ProfileChart, top: float, right: float) -> None:
    """Draw the curve with its band and grid, up to the `right` edge."""
    canvas, moments = pen.canvas, chart.moments
    left, bottom = float(MARGIN + _AXIS), top + _PLOT
    marks = scale(min(moment.low for moment in moments), max(moment.high for moment in moments))
    first, last = moments[0].at, moments[-1].at

    def x_of(at: float) -> float:
        return left + (right - left) * ((at - first) / (last - first) if last > first else 0.5)

    def y_of(value: float) -> float:
        share = (value - marks[0]) / (marks[-1] - marks[0])
        return bottom - SMALL_SIZE / 2 - (_PLOT - SMALL_SIZE) * share

    ends = (left, right) if last == first else ()
    highs = _spread([(x_of(moment.at), y_of(moment.high)) for moment in moments], ends)
    lows = _spread([(x_of(moment.at), y_of(moment.low)) for moment in moments], ends)
    canvas.polygon((*highs, *reversed(lows)), "band")
    for mark in marks:
        canvas.line(((left, y_of(mark)), (right, y_of(mark))), 1.5, "grid")
        pen.right(str(mark), y_of(mark) - SMALL_SIZE / 2, left - 10, size=SMALL_SIZE, ink="quiet")
    curve = [(x_of(moment.at), y_of(moment.value)) for moment in moments]
    canvas.line(_spread(curve, ends), 4, "curve")
    canvas.disc(curve[-1], 12, "ground")
    canvas.disc(curve[-1], 9, "curve")
    label_left = pen.right(chart.until, bottom + 6, right, size=SMALL_SIZE, ink="quiet")
    if MARGIN + pen.width(chart.since, SMALL_SIZE) + PAD <= label_left:
        pen.write_left(chart.since, bottom + 6, at=MARGIN, size=SMALL_SIZE, ink="quiet")


def _spread(spots: list[Spot], ends: tuple[float, ...]) -> list[Spot]:
    """Return a single spot as a line between two ends, several spots unchanged."""
    return [(x, spots[0][1]) for x in ends] or spots


def scale(low: float, high: float) -> tuple[int, ...]:
    """Return evenly spaced round numbers that enclose a range."""
    for step in _STEPS:
        # Round outwards to whole points first, so that float arithmetic cannot lose a tiny fraction.
        first, last = floor(low) // step * step, -(-ceil(high) // step) * step
        if last == first:
            last += step
        if (last - first) // step < _MAX_GRID_LINES:
            break
    return tuple(range(first, last + 1, step))


def _draw_record(pen: ChartPen, record: WinLossRecord, corner: Spot, widest: int) -> None:
    """Draw a record: the title, bars proportional to the numbers of games, and the numbers."""
    left, top = corner
    pen.write_left(record.title, top, at=left, size=SMALL_SIZE, room=_COLUMN)
    y = top + _SMALL_LINE
    label_left = pen.right(record.label, y, left + _COLUMN, size=SMALL_SIZE)
    room, base = label_left - PAD / 2 - left, y + _BAR + (SMALL_SIZE - _BAR) / 2
    for number, ink in (
        (record.won, ResultInk.WON),
        (record.drawn, ResultInk.DRAWN),
        (record.lost, ResultInk.LOST),
    ):
        if number:
            right = left + room * number / widest
            pen.canvas.rectangle((left, base - _BAR * _HEIGHTS[ink], right, base), ink.value)
            left = right
