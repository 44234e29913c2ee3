"""The boards of squares, empty: frame, coordinates, squares."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from render.canvas.canvas import Canvas, Figure
from render.canvas.frame import draw_frame
from render.games.tafl.grid import Grid

Ornaments = Sequence[tuple[str, Figure]]
"""The points of a board that carry an ornament, each with what draws it."""


@dataclass(frozen=True, slots=True)
class BoardInks:
    """The inks of a board: frame, squares, lines. `grain` are the streaks of either kind of square."""

    frame: str
    high: str
    low: str
    squares: tuple[str, str]
    grain: tuple[str, str] | None
    line: str
    shade: str


def draw_board(canvas: Canvas, grid: Grid, inks: BoardInks) -> None:
    """Draw the empty board without ornaments."""
    _draw_frame(canvas, grid, inks)
    _draw_squares(canvas, grid, inks)
    _draw_coordinates(canvas, grid)


def _draw_frame(canvas: Canvas, grid: Grid, inks: BoardInks) -> None:
    width, height, margin = float(grid.width), float(grid.height), float(grid.margin)
    thin = max(1.0, grid.width / 400)
    draw_frame(canvas, width, height, ink=inks.frame, high=inks.high, low=inks.low)
    inner = (margin - 3 * thin, margin - 3 * thin, width - margin + 3 * thin, height - margin + 3 * thin)
    canvas.rectangle(inner, inks.high)
    inner = (margin - 2 * thin, margin - 2 * thin, width - margin + 2 * thin, height - margin + 2 * thin)
    canvas.rectangle(inner, inks.low)


def _draw_squares(canvas: Canvas, grid: Grid, inks: BoardInks) -> None:
    side = grid.square
    for point in grid.points():
        x, y = grid.corner(point)
        kind = int(grid.shaded(point))
        canvas.rectangle((x, y, x + side, y + side), inks.squares[kind])
        if inks.grain is not None:
            for start, end, down in _STREAKS[kind]:
                # On whole pixels: as fine as a streak can be, and it costs few bytes.
                top, thick = y + round(down * side), max(1, round(side / 64))
                box = (x + round(start * side), top, x + round(end * side), top + thick)
                canvas.rectangle(box, inks.grain[kind])
    left, top = grid.margin, grid.margin
    right, bottom = grid.width - grid.margin, grid.height - grid.margin
    # Lines as broad as a whole number of pixels, so that all of them look alike.
    thin = float(max(1, round(grid.width / 640)))
    for column in range(1, grid.columns):
        x = left + column * side
        canvas.rectangle((x - thin / 2, top, x + thin / 2, bottom), inks.line)
    for row in range(1, grid.rows):
        y = top + row * side
        canvas.rectangle((left, y - thin / 2, right, y + thin / 2), inks.line)


# Streaks of the grain, as (from, to, down) in parts of a square.
_STREAKS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.0, 0.7, 0.22), (0.3, 1.0, 0.74)),
    ((0.25, 1.0, 0.3), (0.0, 0.65, 0.66)),
)


def _draw_coordinates(canvas: Canvas, grid: Grid) -> None:
    size = grid.margin * 0.62
    near, far = grid.margin * 0.46, grid.width - grid.margin * 0.46
    for column in range(grid.columns):
        letter = ascii_lowercase[column]
        x, _ = grid.middle(f"{letter}1")
        for y in (near, grid.height - near):
            canvas.text((x, y), letter, size, "letter")
    for rank in range(1, grid.rows + 1):
        _, y = grid.middle(f"a{rank}")
        for x in (near, far):
            canvas.text((x, y), str(rank), size * (0.86 if rank > 9 else 1.0), "letter")
