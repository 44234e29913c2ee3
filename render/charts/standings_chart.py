"""The table of a tournament: ranks, names, results of each game, points.

The caller supplies all words. An open result is a ring, so results differ without colours, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.charts.figures import draw_cup
from render.charts.pen import LINE, MARGIN, SMALL_SIZE, TEXT_SIZE, WIDTH, ChartPen, height_of_page

MAX_ROWS: Final = 10
MAX_CELLS: Final = 8
_CELL: Final = 46
_APART: Final = 14
_RANK: Final = 64
_POINTS: Final = 84
_OPEN: Final = 9.0
_HEADING: Final = 10


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A participant; `cells` are results, empty for an open game, None if there is no game.

    A `mark` precedes the name; `otherwise` is written if no font has the name's glyphs. A `cup` follows the
    name of a winner.
    """

    rank: str
    name: str
    cells: Sequence[str | None]
    points: str
    mark: str = ""
    otherwise: str = ""
    cup: bool = False


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """The picture's content: a title, the headings of the cells, the rows, and lines below them.

    At most 10 rows and 8 cells of each are drawn.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[StandingsRow]
    closing: Sequence[str] = ()


def height_of_standings(chart: StandingsChart) -> int:
    """Return the height of a table's picture in pixels."""
    lines = any(chart.columns) + len(chart.rows[:MAX_ROWS]) + len(chart.closing)
    return height_of_page(lines * LINE)


def draw_standings(pen: ChartPen, chart: StandingsChart) -> None:
    rows = chart.rows[:MAX_ROWS]
    columns = chart.columns[:MAX_CELLS]
    cells = [[row.cells[number] for row in rows if number < len(row.cells)] for number in range(len(columns))]
    widths = [_widest(pen, texts, _CELL) for texts in cells]
    left = WIDTH - MARGIN - _widest(pen, [row.points for row in rows], _POINTS) - sum(widths)
    middles = [left + sum(widths[:number]) + width / 2 for number, width in enumerate(widths)]
    top = pen.top
    pen.title(chart.title)
    if any(columns):
        for middle, column in zip(middles, columns, strict=True):
            pen.write_centred(column, middle, top + _HEADING, size=SMALL_SIZE, ink="quiet")
        top += LINE
    for number, row in enumerate(rows):
        pen.stripe(top, number + 1)
        _draw_row(pen, row, middles, left, top + (LINE - TEXT_SIZE) / 2)
        top += LINE
    for line in chart.closing:
        pen.write_left(line, top + _HEADING, size=SMALL_SIZE, ink="quiet")
        top += LINE


def _widest(pen: ChartPen, texts: Sequence[str | None], least: float) -> float:
    """Return the width of a column, including the gap to the next one."""
    return max([least, *(pen.width(text) + _APART for text in texts if text)])


def _draw_row(pen: ChartPen, row: StandingsRow, middles: Sequence[float], left: float, top: float) -> None:
    pen.rank(row.rank, top)
    at = float(MARGIN + _RANK)
    if row.mark:
        at = pen.write_left(row.mark, top, at=at) + _APART / 2
    name = pen.name(row.name, row.otherwise)
    room = left - at - MARGIN / 2
    end = pen.write_left(name, top, at=at, room=room - row.cup * 1.2 * LINE)
    if row.cup:
        draw_cup(pen.canvas, (end + 0.7 * LINE, top + TEXT_SIZE / 2), 0.9 * LINE)
    for middle, cell in zip(middles, row.cells, strict=False):
        if cell:
            pen.write_centred(cell, middle, top)
        elif cell is not None:
            pen.canvas.ring((middle, top + TEXT_SIZE / 2), _OPEN, 3, "curve")
    pen.right(row.points, top)
