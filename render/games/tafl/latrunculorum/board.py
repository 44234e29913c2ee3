"""The board of Ludus latrunculorum: a plate of marble with inlaid lines, and mosaic around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from render.canvas.canvas import Box, Canvas
from render.canvas.frame import draw_recess
from render.canvas.materials.marble import MarbleInks, draw_marble
from render.games.tafl.board import draw_border
from render.games.tafl.grid import Grid
from rules.games.tafl.latrunculorum import LatrunculorumState

MARBLE: Final = MarbleInks("marble", ("cloud", "cloud-two"), "vein", "vein-deep")
_SEED: Final = 753
_TESSERAE: Final = 9  # along the side of a square
_BORDER: Final = 0.0125


@dataclass(frozen=True, slots=True)
class LatrunculorumBoard:
    """The board; all boards of the game are the same."""

    @property
    def border(self) -> float:
        """The width of the mosaic border, as a fraction of the picture's width."""
        return _BORDER

    def ground(self, _grid: Grid, _point: str) -> str:
        """Return the marble, which is the same on all squares."""
        return MARBLE.ground

    def draw(self, canvas: Canvas, grid: Grid) -> None:
        """Draw everything except the coordinates."""
        draw_border(canvas, grid)
        canvas.rectangle(grid.opening, "grout")
        draw_marble(canvas, grid.box, MARBLE, _SEED)
        fine = max(1, round(grid.width / 800))
        for box in _lines(grid):
            left, top, right, bottom = box
            canvas.rectangle((left, top, right + fine, bottom + fine), "line-high")
            canvas.rectangle(box, "line")
        for box in _crossings(grid):
            canvas.rectangle(box, "tessera-red")
        for box, ink in _border(grid):
            canvas.rectangle(box, ink)
        draw_recess(canvas, grid.opening, max(1, grid.width // 400))


BOARD: Final = LatrunculorumBoard()


def board_of(_state: LatrunculorumState) -> LatrunculorumBoard:
    return BOARD


def _thickness(grid: Grid) -> int:
    return max(1, round(grid.width / 400))


def _lines(grid: Grid) -> Iterator[Box]:
    left, top, right, bottom = grid.box
    thick = _thickness(grid)
    for column in range(grid.columns + 1):
        x = round(left + column * grid.square - thick / 2)
        yield x, top, x + thick, bottom
    for row in range(grid.rows + 1):
        y = round(top + row * grid.square - thick / 2)
        yield left, y, right, y + thick


def _crossings(grid: Grid) -> Iterator[Box]:
    """Yield the small stones inlaid where lines cross."""
    half = _thickness(grid) + max(1, round(grid.width / 800))
    for column in range(1, grid.columns):
        for row in range(1, grid.rows):
            x, y = round(grid.left + column * grid.square), round(grid.top + row * grid.square)
            yield x - half, y - half, x + half, y + half


def _border(grid: Grid) -> Iterator[tuple[Box, str]]:
    """Yield the stones of the border: two rows, each stone beside a gap of the other row."""
    left, top, right, bottom = (int(edge) for edge in grid.box)
    border, gap = grid.border, max(1, grid.width // 800)
    half = border // 2
    for number, (start, end) in enumerate(_rhythm(grid.square, grid.columns)):
        row = half * (number % 2)
        for y in (top - border + row, bottom + half - row + gap):
            yield (left + start, y, left + end - gap, y + half - gap), "tessera"
    for number, (start, end) in enumerate(_rhythm(grid.square, grid.rows)):
        column = half * (number % 2)
        for x in (left - border + column, right + half - column + gap):
            yield (x, top + start, x + half - gap, top + end - gap), "tessera"


def _rhythm(square: int, number: int) -> Iterator[tuple[int, int]]:
    """Yield the starts and ends of the stones along `number` squares."""
    for stone in range(number * _TESSERAE):
        yield round(stone * square / _TESSERAE), round((stone + 1) * square / _TESSERAE)
