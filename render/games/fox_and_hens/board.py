"""The farmyard: the places of the points of Fox and Hens in a picture, and the empty board."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.fonts import READABLE
from render.canvas.frame import draw_frame, draw_opening
from render.contract.layout import Area, Areas
from render.games.fox_and_hens.scenery import (
    Ground,
    House,
    draw_den,
    draw_fence,
    draw_house,
    draw_meadow,
    draw_path,
    draw_posts,
)

_FILES = "abcdefg"
_LAST = 6
HOUSE = frozenset(f"{file}{rank}" for file in "cde" for rank in (5, 6, 7))
"""The nine points of the hen house."""

# Level with the entrance hens may move sideways, only towards the house.
_ARCS = (("a5", "b5"), ("b5", "c5"), ("g5", "f5"), ("f5", "e5"))
# The extent of the ground beyond the outermost points, and of the roof beyond the last row, in units.
_REACH, _ROOF = 0.47, 1.02
# The width of lines, in units.
_WAY = 0.04


@dataclass(frozen=True, slots=True)
class FoxAndHensBoard:
    """The cross-shaped board in a picture `width` pixels wide; `turned` shows it from the foxes' side."""

    width: int
    turned: bool = False

    @property
    def unit(self) -> int:
        """The distance between two adjacent points in pixels."""
        return int(self.width * 0.132)

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
    def height(self) -> int:
        """The picture's height in pixels, including room for the roof behind the house."""
        return self.margin + self.band + round((_LAST + _ROOF + _REACH + 0.06) * self.unit)

    @property
    def opening(self) -> Box:
        """The meadow within the frame."""
        return self.band, self.margin, self.width - self.margin, self.height - self.band

    def place(self, x: float, y: float) -> Spot:
        """Return the pixel of a place; (0, 0) is a1 and (6, 6) would be g7."""
        left, top, right, bottom = self.opening
        start = (left + right - _LAST * self.unit) / 2
        if self.turned:
            return round(start + (_LAST - x) * self.unit), round(bottom - (_ROOF + _LAST - y) * self.unit)
        return round(start + x * self.unit), round(top + (_ROOF + _LAST - y) * self.unit)

    @property
    def areas(self) -> Areas:
        """The areas of all points: non-overlapping squares."""
        return _areas(self)

    def spot(self, point: str) -> Spot:
        """Return the pixel of a point."""
        return self.areas[point].spot

    def den(self, index: int) -> Spot:
        """Return the middle of a den of the foxes: one on either side of the near arm."""
        return self.place((0.5, 5.5)[index], 0.52)

    def bank(self, index: int) -> Box:
        """Return the bank of earth around a den: from the frame to the near arm."""
        x, y = self.den(index)
        left, _, right, _ = self.opening
        inner, half = self.place((1.48, 4.52)[index], 0)[0], 0.5 * self.unit
        outer = left if x < inner else right
        return min(inner, outer), round(y - half), max(inner, outer), round(y + half)

    def box(self, left: float, low: float, right: float, high: float, grown: float = 0.0) -> Box:
        """Return the rectangle between two places, enlarged by `grown` pixels."""
        (x, y), (to_x, to_y) = self.place(left, low), self.place(right, high)
        return min(x, to_x) - grown, min(y, to_y) - grown, max(x, to_x) + grown, max(y, to_y) + grown


@lru_cache(maxsize=64)
def _areas(board: FoxAndHensBoard) -> Areas:
    half = board.unit / 2
    spots = {point: board.place(_FILES.index(point[0]), int(point[1:]) - 1) for point in _points()}
    return MappingProxyType({point: Area(*spot, half, half) for point, spot in spots.items()})


def draw_board(canvas: Canvas, board: FoxAndHensBoard, *, diagonals: bool) -> None:
    """Draw the board without animals."""
    unit, pixel = board.unit, board.pixel
    draw_frame(canvas, board.width, board.height)
    draw_opening(canvas, board.opening, pixel, "meadow")
    ground = Ground(unit, pixel, -1 if board.turned else 1)
    draw_meadow(canvas, board.opening, ground)
    for left, right in ((-0.52, 1.5), (4.5, 6.52)):
        draw_fence(canvas, board.box(left, 4.95, right, 5.62), ground)
    for index in (0, 1):
        draw_den(canvas, board.bank(index), board.den(index)[0], ground)
    reach = _REACH * unit
    draw_path(canvas, board.box(2, 0, 4, 6, reach), board.box(0, 2, 6, 4, reach), ground)
    back = board.opening[3 if board.turned else 1]
    house = House(board.box(2, 4, 4, 6, reach), back)
    draw_house(canvas, house, ground)
    _draw_lines(canvas, board, diagonals=diagonals)
    draw_posts(canvas, house, ground)
    _draw_arcs(canvas, board)
    for point in board.areas:
        _draw_point(canvas, board, point)
    _draw_coordinates(canvas, board)


def _points() -> Iterator[str]:
    for x, file in enumerate(_FILES):
        for y in range(_LAST + 1):
            if 2 <= x <= 4 or 2 <= y <= 4:
                yield f"{file}{y + 1}"


def _lines(*, diagonals: bool) -> Iterator[tuple[str, str]]:
    known = set(_points())
    for point in known:
        x, y = _FILES.index(point[0]), int(point[1:])
        slanted = diagonals and (x + 1 + y) % 2 == 0
        for aboard, up in ((1, 0), (0, 1), (1, 1), (1, -1)) if slanted else ((1, 0), (0, 1)):
            other = f"{_FILES[min(x + aboard, _LAST)]}{y + up}"
            if x + aboard <= _LAST and other in known:
                yield point, other


def _draw_lines(canvas: Canvas, board: FoxAndHensBoard, *, diagonals: bool) -> None:
    """Draw all lines as trodden paths, each with a light edge."""
    thick = max(1.0, _WAY * board.unit)
    ways = [(board.spot(start), board.spot(end)) for start, end in _lines(diagonals=diagonals)]
    for (x, y), (to_x, to_y) in ways:
        lower = 0.3 * thick
        canvas.line(((x + lower, y + lower), (to_x + lower, to_y + lower)), thick, "path-light")
    for way in ways:
        canvas.line(way, thick, "way")


def _draw_arcs(canvas: Canvas, board: FoxAndHensBoard) -> None:
    """Draw arrow heads on the four lines that hens may follow sideways."""
    reach = 0.1 * board.unit
    for start, end in _ARCS:
        (x, y), (to_x, _) = board.spot(start), board.spot(end)
        way = 1 if to_x > x else -1
        middle = (x + to_x) / 2
        tip = middle + way * reach
        canvas.polygon(
            ((tip - way * 2 * reach, y - 1.3 * reach), (tip, y), (tip - way * 2 * reach, y + 1.3 * reach)),
            "arrow",
        )


def _draw_point(canvas: Canvas, board: FoxAndHensBoard, point: str) -> None:
    unit, (x, y) = board.unit, board.spot(point)
    if point not in HOUSE:
        canvas.disc((x + 0.015 * unit, y + 0.015 * unit), 0.092 * unit, "path-light")
        canvas.disc((x, y), 0.086 * unit, "way")
        return
    # A nest woven of straw; the upper left of its hollow is in shade.
    for reach, ink in ((0.265, "way"), (0.245, "straw-dark"), (0.18, "straw-light")):
        canvas.disc((x, y), reach * unit, ink)
    canvas.ring((x, y), 0.225 * unit, 0.02 * unit, "straw-two")
    canvas.ring((x, y), 0.18 * unit, 0.025 * unit, "straw-two")


def _draw_coordinates(canvas: Canvas, board: FoxAndHensBoard) -> None:
    kind, band = READABLE * board.width, board.band
    for index, letter in enumerate(_FILES):
        (x, _), (_, y) = board.place(index, 0), board.place(0, index)
        canvas.text((x, board.height - 0.56 * band), letter, kind, "letter")
        canvas.text((0.5 * band, y), str(index + 1), kind, "letter")
