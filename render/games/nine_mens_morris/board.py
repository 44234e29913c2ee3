"""The points of Nine Men's Morris in a picture, and the empty board."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from types import MappingProxyType

from render.canvas.canvas import Box, Canvas, Spot, star
from render.canvas.fonts import READABLE
from render.canvas.frame import draw_frame, draw_opening, draw_recess
from render.canvas.materials.wood import Cut, WoodInks, draw_wood
from render.contract.layout import Area, Areas
from rules.games.nine_mens_morris import BOARDS, Board

_FILES = "abcdefg"
_WOODS = ("pear", "maple")
"""The alternating woods of the board, from its edge to its middle."""
LINE, _POINT, _NAIL = 0.035, 0.115, 0.065
"""Half the width of a line, and the radii of a point and its nail, in units of the board."""
_SHADED = 0.62
"""The extent of a man's shadow, in sizes of a man."""


@dataclass(frozen=True, slots=True)
class MorrisBoard:
    """A board for `men` men per side, in a picture `width` pixels wide."""

    width: int
    men: str

    @property
    def rules(self) -> Board:
        """The rules' board."""
        return BOARDS[self.men]

    @property
    def files(self) -> int:
        """The number of points across the board, crossings without a point included."""
        return len(self.rules.ranks)

    @property
    def margin(self) -> int:
        """The frame's width at the top and at the right."""
        return round(self.width * 0.018)

    @property
    def band(self) -> int:
        """The frame's width at the bottom and at the left, where the coordinates are."""
        return round(self.width * 0.05)

    @property
    def pixel(self) -> int:
        """The width of the finest lines: one pixel in a picture 400 wide."""
        return max(1, round(self.width / 400))

    @property
    def opening(self) -> Box:
        """The board inside the frame."""
        return self.band, self.margin, self.width - self.margin, self.width - self.band

    @property
    def unit(self) -> float:
        """The distance between two adjacent files in pixels."""
        left, _, right, _ = self.opening
        return (right - left) / (self.files + 0.08)

    @property
    def size(self) -> float:
        """The size of a man, on the small board limited to slightly more than on the others."""
        return min(0.82 * self.unit, 0.116 * self.width)

    def place(self, x: float, y: float) -> Spot:
        """Return the pixel of a place; (0, 0) is a1."""
        left, top, right, bottom = self.opening
        half = (self.files - 1) / 2
        return (
            round((left + right) / 2 + (x - half) * self.unit),
            round((top + bottom) / 2 - (y - half) * self.unit),
        )

    @property
    def areas(self) -> Areas:
        """The areas of all points: non-overlapping squares."""
        return _areas(self)

    def spot(self, point: str) -> Spot:
        """Return the pixel of a point."""
        return self.areas[point].spot

    def wood(self, point: str) -> str:
        """Return the wood around most of a point: the wood outside its square."""
        x, y = _lattice(point)
        return _WOODS[min(x, y, self.files - 1 - x, self.files - 1 - y) % len(_WOODS)]

    def stubs(self, point: str, apart: Collection[str]) -> tuple[Spot, ...]:
        """Return the ends of the lines from a point, relative to it, cut at the edge of a man's shadow.

        Omits lines to neighbours in `apart`.
        """
        (x, y), reach = self.spot(point), _SHADED * self.size
        names = self.rules.names(self.rules.near[self.rules.index[point]])
        ways = (
            (to_x - x, to_y - y) for to_x, to_y in (self.spot(name) for name in names if name not in apart)
        )
        return tuple(
            (round(reach * across / hypot(across, down)), round(reach * down / hypot(across, down)))
            for across, down in ways
        )

    def square(self, inset: int) -> Box:
        """Return the square whose corners are `inset` points inside the board's corners."""
        (left, bottom), (right, top) = self.place(inset, inset), self.place(*[self.files - 1 - inset] * 2)
        return left, top, right, bottom


@lru_cache(maxsize=64)
def _areas(board: MorrisBoard) -> Areas:
    half = int(board.unit) / 2
    spots = {point: board.place(*_lattice(point)) for point in board.rules.points}
    return MappingProxyType({point: Area(*spot, half, half) for point, spot in spots.items()})


def _lattice(point: str) -> tuple[int, int]:
    """Return the file and rank of a point, from 0."""
    return _FILES.index(point[0]), int(point[1:]) - 1


def draw_board(canvas: Canvas, board: MorrisBoard) -> None:
    """Draw the empty board."""
    draw_frame(canvas, board.width, board.width)
    draw_opening(canvas, board.opening, board.pixel, "maple")
    boxes = [board.opening, *(board.square(inset) for inset in range(board.files // 2))]
    for number, box in enumerate(boxes):
        wood = _WOODS[number % len(_WOODS)]
        inks = WoodInks(wood, f"{wood}-grain", f"{wood}-light", f"{wood}-grain")
        draw_wood(canvas, box, inks, Cut(seed=11 + number, rings=0.11, sway=0.001, pores=8, fine=board.pixel))
    _draw_seal(canvas, board)
    for line in board.rules.lines:
        for start, end in pairwise(line):
            draw_line(canvas, board.spot(start), board.spot(end), LINE * board.unit, "line")
    for point in board.rules.points:
        canvas.disc(board.spot(point), _POINT * board.unit, "line")
        canvas.ball(board.spot(point), _NAIL * board.unit, ("brass", "brass-high"))
    draw_recess(canvas, board.opening, board.pixel)
    _draw_coordinates(canvas, board)


def draw_line(canvas: Canvas, start: Spot, end: Spot, half: float, ink: str) -> None:
    """Draw a line between two spots; axis-parallel lines on whole pixels are crisp and compress well."""
    (x, y), (to_x, to_y) = start, end
    if x != to_x and y != to_y:
        canvas.line((start, end), 2 * half, ink)
        return
    low = max(1, round(half))
    box = (min(x, to_x) - low, min(y, to_y) - low, max(x, to_x) + low, max(y, to_y) + low)
    canvas.rectangle(box, ink)


def _draw_seal(canvas: Canvas, board: MorrisBoard) -> None:
    """Draw an inlaid star in the empty middle."""
    half = (board.files - 1) / 2
    centre, unit = board.place(half, half), board.unit
    reach = 0.5 * unit
    canvas.ring(centre, reach, 0.045 * unit, "seal")
    canvas.polygon(star(centre, (0.4 * unit, 0.1 * unit), 8), "seal")
    canvas.polygon(star(centre, (0.26 * unit, 0.09 * unit), 8, turn=45), "seal")
    # One side of each ray is in shade.
    for ray in range(4):
        dim_side = star(centre, (0.4 * unit, 0.1 * unit, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 8, turn=90 * ray)
        canvas.polygon(dim_side, "line")
    canvas.disc(centre, 0.05 * unit, "maple" if board.files % 4 else "pear")


def _draw_coordinates(canvas: Canvas, board: MorrisBoard) -> None:
    kind, band = READABLE * board.width, board.band
    for index in range(board.files):
        (x, _), (_, y) = board.place(index, 0), board.place(0, index)
        canvas.text((x, board.width - 0.56 * band), _FILES[index], kind, "letter")
        canvas.text((0.5 * band, y), str(index + 1), kind, "letter")
