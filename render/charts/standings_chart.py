"""The table of a tournament: ranks, names, what each has brought from each game, points.

All words come from outside. What is open is a ring; so results are told apart without their colours, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.charts.pen import LINE, MARGIN, TEXT_SIZE, WIDTH, ChartPen

MOST_ROWS: Final = 10
MOST_CELLS: Final = 8
_CELL: Final = 46
_APART: Final = 14
_RANK: Final = 64
_POINTS: Final = 84
_RULE: Final = 2
_OPEN: Final = 9.0


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One who takes part; `cells` are results, empty for a game that is open, None for none.

    A `mark` stands before the name; where no font has that, `otherwise` is written.
    """

    rank: str
    name: str
    cells: Sequence[str | None]
    points: str
    mark: str = ""
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """What the picture shows: a title, what stands above the cells, the rows, and lines below them.

    At most 10 rows and 8 cells of each are drawn.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[StandingsRow]
    closing: Sequence[str] = ()


def height_of_standings(chart: StandingsChart) -> int:
    """Return how high the picture of a table is."""
    lines = 1 + any(chart.columns) + len(chart.rows[:MOST_ROWS]) + len(chart.closing)
    return 2 * MARGIN + lines * LINE


def draw_standings(pen: ChartPen, chart: StandingsChart) -> None:
    """Draw a table."""
    rows = chart.rows[:MOST_ROWS]
    columns = chart.columns[:MOST_CELLS]
    cells = [[row.cells[number] for row in rows if number < len(row.cells)] for number in range(len(columns))]
    widths = [_widest(pen, texts, _CELL) for texts in cells]
    left = WIDTH - MARGIN - _widest(pen, [row.points for row in rows], _POINTS) - sum(widths)
    middles = [left + sum(widths[:number]) + width / 2 for number, width in enumerate(widths)]
    top = float(MARGIN)
    pen.left(chart.title, top)
    top += LINE
    if any(columns):
        for middle, column in zip(middles, columns, strict=True):
            pen.centred(column, middle, top)
        top += LINE
    for row in rows:
        _draw_row(pen, row, middles, left, top)
        top += LINE
    for line in chart.closing:
        pen.left(line, top)
        top += LINE


def _widest(pen: ChartPen, texts: Sequence[str | None], least: float) -> float:
    """Return how wide a column is drawn, with room between it and the next one."""
    return max([least, *(pen.width(text) + _APART for text in texts if text)])


def _draw_row(pen: ChartPen, row: StandingsRow, middles: Sequence[float], left: float, top: float) -> None:
    pen.canvas.rectangle((MARGIN, top - 6, WIDTH - MARGIN, top - 6 + _RULE), "grid")
    pen.left(row.rank, top)
    at = float(MARGIN + _RANK)
    if row.mark:
        at = pen.left(row.mark, top, at=at) + _APART / 2
    name = pen.name(row.name, row.otherwise)
    pen.left(name, top, at=at, room=left - at - MARGIN / 2)
    for middle, cell in zip(middles, row.cells, strict=False):
        if cell:
            pen.centred(cell, middle, top)
        elif cell is not None:
            pen.canvas.ring((middle, top + TEXT_SIZE / 2), _OPEN, 3, "curve")
    pen.right(row.points, top)
