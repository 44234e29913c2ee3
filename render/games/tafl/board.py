"""What the boards of squares share: frame, coordinates, and what a game's own board tells the painter."""

from dataclasses import dataclass
from string import ascii_lowercase
from typing import Protocol

from PIL import Image

from render.canvas.canvas import Canvas
from render.canvas.fonts import READABLE
from render.canvas.frame import draw_frame, draw_opening
from render.canvas.sheet import Sheet
from render.canvas.text_renderer import TextRenderer
from render.games.tafl.grid import Grid, Room

_CAPITALS = 0.66


@dataclass(frozen=True, slots=True)
class Tray:
    """Places for taken men: their upper left pixels in order, the side of a place, and the ink below."""

    places: tuple[tuple[int, int], ...]
    side: int
    ground: str


class Board(Protocol):
    """The empty board of a game. Equal boards look the same; they are kept under their hash."""

    @property
    def room(self) -> Room:
        """What the board needs around its squares."""
        ...

    def draw(self, canvas: Canvas, grid: Grid) -> None:
        """Draw all of it but the coordinates."""
        ...

    def ground(self, grid: Grid, point: str) -> str:
        """Return the ink that lies beneath a piece."""
        ...

    def tray(self, grid: Grid, *, lower: bool) -> Tray | None:
        """Return where the men lie that the player above or below has taken, None if not on the board."""
        ...


def draw_border(canvas: Canvas, grid: Grid) -> None:
    """Draw the frame with the bevelled opening for the squares and what surrounds them."""
    draw_frame(canvas, grid.width, grid.height)
    draw_opening(canvas, grid.opening, max(1.0, float(grid.width // 400)), "frame-low")


def lay_coordinates(picture: Image.Image, grid: Grid, renderer: TextRenderer) -> None:
    """Write the names of the ranks at the left and of the files below on an empty board."""
    thin = grid.width / 400
    size = READABLE * grid.width
    left, _, _, bottom = grid.opening
    # Descenders need some room below the capitals.
    base = (bottom + 3 * thin + grid.height + _CAPITALS * size) / 2 - 0.03 * size
    middle = (2 * thin + left - 3 * thin) / 2
    half = _CAPITALS * size / 2
    names = (
        *((letter, grid.middle(f"{letter}1")[0], base) for letter in ascii_lowercase[: grid.columns]),
        *((str(rank), middle, grid.middle(f"a{rank}")[1] + half) for rank in range(1, grid.rows + 1)),
    )
    sheet = Sheet(picture)
    for name, x, y in names:
        tile = renderer.tile(name, size, "letter", "frame")
        sheet.lay(tile, round(x - renderer.width(name, size) / 2), round(y))
