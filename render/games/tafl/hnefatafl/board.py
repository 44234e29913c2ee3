"""The boards of Hnefatafl: a plate of wood with carved lines and inlaid starting squares."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from string import ascii_lowercase
from typing import Final

from render.canvas.canvas import Canvas
from render.canvas.frame import draw_recess
from render.canvas.materials.wood import Cut, WoodInks, draw_wood
from render.games.tafl.board import draw_border, draw_ticks
from render.games.tafl.grid import Grid
from render.games.tafl.hnefatafl.special_squares import draw_refuge, draw_throne
from rules.games.tafl.hnefatafl import GAME, HnefataflState

PLANKS: Final = tuple(
    WoodInks(f"{oak}", f"{oak}-late", f"{oak}-early", "wood-pore") for oak in ("oak", "oak-two")
)
WALNUT: Final = WoodInks("walnut", "walnut-late", "walnut-early", "walnut-late")


@dataclass(frozen=True, slots=True)
class _Plate:
    """The planks of a board: the columns where they end, and the deviation of their growth rings.

    The more men on the board, the calmer the wood.
    """

    joints: tuple[int, ...]
    sway: float


_PLATES: Final[Mapping[int, _Plate]] = {
    7: _Plate((2, 5), 0.014),
    9: _Plate((3, 6), 0.003),
    11: _Plate((2, 4, 7, 9), 0.002),
    13: _Plate((2, 5, 8, 11), 0.004),
    19: _Plate((4, 7, 12, 15), 0.002),
}


@dataclass(frozen=True, slots=True)
class HnefataflBoard:
    """The board of a given size. `camps` are the attackers' starting squares, in darker wood.

    Without `corners` the king escapes on the whole edge, which a light string then surrounds.
    """

    name: str
    throne: str
    corners: tuple[str, ...]
    camps: frozenset[str]

    @property
    def border(self) -> float:
        """The width of the border around the squares: none."""
        return 0.0

    def ground(self, grid: Grid, point: str) -> str:
        """Return the wood of a square."""
        if point == self.throne or point in self.corners:
            return "plate"
        return WALNUT.ground if point in self.camps else _plank(grid, ascii_lowercase.index(point[0])).ground

    def draw(self, canvas: Canvas, grid: Grid) -> None:
        """Draw everything except the coordinates."""
        draw_border(canvas, grid)
        if not self.corners:
            _inlay_edge(canvas, grid)
        seed = sum(ord(letter) * 31**place for place, letter in enumerate(self.name))
        fine, plate = max(1, round(grid.width / 800)), _PLATES[grid.columns]
        for first, last in pairwise((0, *plate.joints, grid.columns)):
            x = grid.left + first * grid.square
            box = (x, grid.top, grid.left + last * grid.square, grid.bottom)
            draw_wood(canvas, box, _plank(grid, first), Cut(seed + first, sway=plate.sway, fine=fine))
        self._inlay_camps(canvas, grid, seed)
        _cut_lines(canvas, grid)
        draw_throne(canvas, grid.middle(self.throne), grid.square)
        for corner in self.corners:
            draw_refuge(canvas, grid.middle(corner), grid.square)
        draw_recess(canvas, grid.opening, max(1, grid.width // 400))
        if grid.large:
            draw_ticks(canvas, grid)

    def _inlay_camps(self, canvas: Canvas, grid: Grid, seed: int) -> None:
        """Inlay darker wood into the camps, each piece with its own grain."""
        fine = max(1, round(grid.width / 800))
        for number, point in enumerate(sorted(self.camps)):
            x, y = grid.corner(point)
            cut = Cut(seed + 1 + number, rings=0.2, sway=0.0, pores=0, fine=fine)
            draw_wood(canvas, (x, y, x + grid.square, y + grid.square), WALNUT, cut)


def board_of(state: HnefataflState) -> HnefataflBoard:
    return _board(state.options["board"], state.corners)


def _plank(grid: Grid, column: int) -> WoodInks:
    """Return the wood of a column's plank."""
    number = sum(column >= end for end in _PLATES[grid.columns].joints)
    return PLANKS[number % 2]


@cache
def _board(name: str, corners: tuple[str, ...]) -> HnefataflBoard:
    start = GAME.new({"board": name})
    camps = frozenset(point for point, letter in start.pieces.items() if letter == "a")
    return HnefataflBoard(name, start.throne, corners, camps)


def _inlay_edge(canvas: Canvas, grid: Grid) -> None:
    """Inlay a light string into the frame, all around the squares."""
    left, top, right, bottom = grid.box
    broad = max(2, round(grid.square / 14))
    canvas.rectangle((left - broad, top - broad, right + broad, bottom + broad), "inlay")


def _cut_lines(canvas: Canvas, grid: Grid) -> None:
    """Carve the lines: dark, with one edge lit."""
    left, top, right, bottom = grid.box
    thin = float(max(1, round(grid.width / 800)))
    for column in range(1, grid.columns):
        x = left + column * grid.square
        canvas.rectangle((x - thin, top, x, bottom), "line")
        canvas.rectangle((x, top, x + thin, bottom), "line-high")
    for row in range(1, grid.rows):
        y = top + row * grid.square
        canvas.rectangle((left, y - thin, right, y), "line")
        canvas.rectangle((left, y, right, y + thin), "line-high")
