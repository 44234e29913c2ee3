"""Shared parts of the boards of squares: frame, coordinates, and a game's own features."""

from string import ascii_lowercase
from typing import Protocol

from PIL import Image

from render.canvas.canvas import Canvas
from render.canvas.fonts import READABLE
from render.canvas.frame import draw_frame, draw_opening
from render.canvas.sheet import Sheet
from render.canvas.text_renderer import TextRenderer
from render.games.tafl.grid import Grid

_CAPITALS = 0.66
_CONDENSED, _DESCENT = 0.68, 0.26
NAMED = 3
"""On a large board, only ranks and files at this interval are named."""


class Board(Protocol):
    """The empty board of a game. Equal boards look the same; they are cached by their hash."""

    @property
    def border(self) -> float:
        """The width of the border around the squares, as a fraction of the picture's width."""
        ...

    def draw(self, canvas: Canvas, grid: Grid) -> None:
        """Draw everything except the coordinates."""
        ...

    def ground(self, grid: Grid, point: str) -> str:
        """Return the ink beneath a piece."""
        ...


def draw_border(canvas: Canvas, grid: Grid) -> None:
    """Draw the frame with the bevelled opening for the squares and their border."""
    draw_frame(canvas, grid.width, grid.height)
    draw_opening(canvas, grid.opening, max(1.0, float(grid.width // 400)), "frame-low")


def lay_coordinates(picture: Image.Image, grid: Grid, renderer: TextRenderer) -> None:
    """Write the names of the ranks at the left and of the files at the bottom of an empty board.

    On a large board every third rank and file is named, in condensed type.
    """
    thin = grid.width / 400
    size = READABLE * grid.width
    left, _, _, bottom = grid.opening
    # Descenders need room below the capitals.
    base = (bottom + 3 * thin + grid.height + _CAPITALS * size) / 2 - 0.03 * size
    if grid.large:
        base = min(base, grid.height - _DESCENT * size)
    middle = (2 * thin + left - 3 * thin) / 2
    half = _CAPITALS * size / 2
    step = NAMED if grid.large else 1
    narrow = _CONDENSED if grid.large else 1.0
    names = (
        *((letter, grid.middle(f"{letter}1")[0], base) for letter in ascii_lowercase[: grid.columns : step]),
        *((str(rank), middle, grid.middle(f"a{rank}")[1] + half) for rank in range(1, grid.rows + 1, step)),
    )
    sheet = Sheet(picture)
    for name, x, y in names:
        tile = renderer.tile(name, size, "letter", "frame", narrow=narrow)
        sheet.lay(tile, round(x - narrow * renderer.width(name, size) / 2), round(y))


def draw_ticks(canvas: Canvas, grid: Grid) -> None:
    """Draw a dot in the frame for each unnamed rank and file of a large board."""
    radius, (left, _, _, bottom) = grid.width / 300, grid.opening
    for index in range(grid.columns):
        if index % NAMED:
            canvas.disc(
                (grid.middle(f"{ascii_lowercase[index]}1")[0], (bottom + grid.height) / 2), radius, "letter"
            )
    for rank in range(1, grid.rows + 1):
        if (rank - 1) % NAMED:
            canvas.disc((left / 2, grid.middle(f"a{rank}")[1]), radius, "letter")
