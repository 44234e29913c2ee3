"""The board of Ludus latrunculorum: slabs of marble between lines of mosaic, and a tray for taken men."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from render.canvas.canvas import Box, Canvas
from render.canvas.materials.marble import MarbleInks, draw_slab
from render.canvas.materials.scatter import Scatter
from render.canvas.materials.wood import Cut, WoodInks, draw_wood
from render.games.tafl.board import Tray, draw_border
from render.games.tafl.grid import Grid, Room
from rules.games.tafl.latrunculorum import LatrunculorumState

SLABS: Final = tuple(
    MarbleInks(f"marble-{tone}", f"vein-{tone}") for tone in ("white", "cream", "rose", "grey")
)
_SEED: Final = 753
_TESSERAE: Final = 9  # along the side of a square
TRAY: Final = WoodInks("tray", "tray-late", "tray-early", "tray-low")
_TRAY_COLUMNS, _TRAY_ROWS = 2, 9


@dataclass(frozen=True, slots=True)
class LatrunculorumBoard:
    """The board; all boards of the game are alike."""

    @property
    def room(self) -> Room:
        """What the board needs around its squares: a border of mosaic, and a tray."""
        return Room(border=0.0125, aside=0.0915)

    def ground(self, _grid: Grid, point: str) -> str:
        """Return the marble of a square."""
        return _slab(point).ground

    def tray(self, grid: Grid, *, lower: bool) -> Tray:
        """Return the places of one half of the tray, filled from the player's end."""
        left, top, right, bottom = _tray_boxes(grid)[lower]
        side = min(int(right - left) // _TRAY_COLUMNS, int(bottom - top) // _TRAY_ROWS)
        across = round((right - left - _TRAY_COLUMNS * side) / 2)
        pace = (bottom - top) / _TRAY_ROWS
        rows = [round(top + row * pace + (pace - side) / 2) for row in range(_TRAY_ROWS)]
        places = tuple(
            (round(left) + across + column * side, row)
            for row in (reversed(rows) if lower else rows)
            for column in range(_TRAY_COLUMNS)
        )
        return Tray(places, side, TRAY.ground)

    def draw(self, canvas: Canvas, grid: Grid) -> None:
        """Draw all of it but the coordinates."""
        draw_border(canvas, grid)
        canvas.rectangle(grid.opening, "grout")
        fine = max(1, round(grid.width / 800))
        scatter = Scatter(_SEED)
        for point in grid.points():
            x, y = grid.corner(point)
            draw_slab(canvas, (x, y, x + grid.square, y + grid.square), _slab(point), scatter, fine=fine)
        for box in _lines(grid):
            canvas.rectangle(box, "grout")
        for box, ink in _tesserae(grid):
            canvas.rectangle(box, ink)
        for half, box in enumerate(_tray_boxes(grid)):
            cut = Cut(_SEED + half, rings=0.02, sway=0.003, pores=60, fine=fine)
            _draw_recess(canvas, box, max(1, grid.width // 400), cut)


BOARD: Final = LatrunculorumBoard()


def board_of(_state: LatrunculorumState) -> LatrunculorumBoard:
    """Return the board of a game."""
    return BOARD


def _slab(point: str) -> MarbleInks:
    """Return the marble of a square: no two neighbours are alike, and there is no pattern."""
    column, rank = ascii_lowercase.index(point[0]), int(point[1:])
    tone = Scatter(_SEED + 97 * column + rank).index(2)
    return SLABS[2 * ((column + rank) % 2) + tone]


def _thickness(grid: Grid) -> int:
    return max(2, round(grid.width / 160))


def _lines(grid: Grid) -> Iterator[Box]:
    left, top, right, bottom = grid.box
    half = _thickness(grid) / 2
    for column in range(1, grid.columns):
        x = round(left + column * grid.square - half)
        yield x - 1, top, x + 2 * half + 1, bottom
    for row in range(1, grid.rows):
        y = round(top + row * grid.square - half)
        yield left, y - 1, right, y + 2 * half + 1


def _tesserae(grid: Grid) -> Iterator[tuple[Box, str]]:
    """Yield the small stones of the lines, then those of the border."""
    left, top = grid.left, grid.top
    thick = _thickness(grid)
    gap = max(1, grid.width // 800)
    for column in range(1, grid.columns):
        x = round(left + column * grid.square - thick / 2)
        for start, end in _rhythm(grid.square, grid.rows):
            yield (x, top + start, x + thick, top + end - gap), "tessera"
    for row in range(1, grid.rows):
        y = round(top + row * grid.square - thick / 2)
        for start, end in _rhythm(grid.square, grid.columns):
            yield (left + start, y, left + end - gap, y + thick), "tessera"
    for column in range(1, grid.columns):
        for row in range(1, grid.rows):
            x = round(left + column * grid.square - thick / 2)
            y = round(top + row * grid.square - thick / 2)
            yield (x - gap, y - gap, x + thick + gap, y + thick + gap), "grout"
            yield (x, y, x + thick, y + thick), "tessera-red"
    yield from _border(grid)


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
    """Yield where the stones along `number` squares begin and end."""
    for stone in range(number * _TESSERAE):
        yield round(stone * square / _TESSERAE), round((stone + 1) * square / _TESSERAE)


def _tray_boxes(grid: Grid) -> tuple[Box, Box]:
    """Return the halves of the tray: above, and below."""
    _, top, right, bottom = grid.opening
    thin = max(1, grid.width // 400)
    left, end = right + 6 * thin, grid.width - 5 * thin
    middle = int(top + bottom) // 2
    return (left, top, end, middle - 3 * thin), (left, middle + 3 * thin, end, bottom)


def _draw_recess(canvas: Canvas, box: Box, thin: float, cut: Cut) -> None:
    """Sink a half of the tray into the frame: its upper and left edge in the shade."""
    left, top, right, bottom = box
    canvas.rectangle((left - thin, top - thin, right + thin, bottom + thin), "frame-low")
    canvas.rectangle((left, top, right + thin, bottom + thin), "frame-high")
    draw_wood(canvas, box, TRAY, cut)
    canvas.rectangle((left, top, right, top + thin), TRAY.pore)
    canvas.rectangle((left, top, left + thin, bottom), TRAY.pore)
