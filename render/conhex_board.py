"""The ConHex board: where nodes and cells lie in a picture, and the board without balls."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2
from string import ascii_lowercase

from render.frame import draw_frame
from render.sheet import Box, Sheet, Spot
from rules.games.conhex.board import CELL_NODES

_LAST = 10  # the lattice runs from 0 to this on both axes
_CENTRE = "f6"


@dataclass(frozen=True, slots=True)
class Lattice:
    """The board in a square picture `width` pixels wide; `mirrored` on the diagonal through a1 and k11."""

    width: int
    mirrored: bool = False

    @property
    def unit(self) -> int:
        """The distance between two points of the lattice in pixels."""
        return int(self.width * 0.85) // _LAST

    @property
    def margin(self) -> int:
        """The distance from the picture's edge to the board in pixels."""
        return (self.width - _LAST * self.unit) // 2

    @property
    def band(self) -> int:
        """The breadth of the coloured bands that mark the sides, in pixels."""
        return max(3, round(self.margin * 0.26))

    def spot(self, point: str) -> Spot:
        """Return where a point of the lattice lies."""
        return self._place(ascii_lowercase.index(point[0]), int(point[1:]) - 1)

    def _place(self, column: float, row: float) -> Spot:
        across, down = (row, column) if self.mirrored else (column, row)
        unit, margin = self.unit, self.margin
        return margin + across * unit, margin + down * unit

    def outline(self, cell: str) -> list[Spot]:
        """Return the polygon of a cell; border cells reach to the edge of the board."""
        corners: list[Spot] = []
        for node in CELL_NODES[cell]:
            if node == _CENTRE:
                continue
            column, row = ascii_lowercase.index(node[0]), int(node[1:]) - 1
            corners.append(self._place(column, row))
            if cell.startswith("z0."):
                corners.extend(self._place(*edge) for edge in _to_the_edge(column, row))
        x = sum(corner[0] for corner in corners) / len(corners)
        y = sum(corner[1] for corner in corners) / len(corners)
        return sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x))

    def around(self, node: str, reach: float) -> Box:
        """Return the square of `reach` units around a node."""
        x, y = self.spot(node)
        far = reach * self.unit
        return x - far, y - far, x + far, y + far


def _to_the_edge(column: int, row: int) -> Iterator[tuple[int, int]]:
    edge = {1: 0, _LAST - 1: _LAST}
    if column in edge:
        yield edge[column], row
    if row in edge:
        yield column, edge[row]


def draw_board(sheet: Sheet, lattice: Lattice) -> None:
    """Draw the board before the first ball."""
    _draw_frame(sheet, lattice)
    for cell in CELL_NODES:
        sheet.polygon(lattice.outline(cell), paper_of(cell))
    for cell in CELL_NODES:
        draw_net(sheet, lattice, cell)
    _draw_coordinates(sheet, lattice)


def paper_of(cell: str) -> str:
    """Return the ink of a cell nobody owns; the rings take turns."""
    return "paper-two" if int(cell[1]) % 2 == 0 else "paper"


def draw_net(sheet: Sheet, lattice: Lattice, cell: str) -> None:
    """Draw the lines around a cell and its nodes."""
    sheet.outline(lattice.outline(cell), max(1.0, lattice.unit * 0.036), "paper-line")
    for node in CELL_NODES[cell]:
        sheet.disc(lattice.spot(node), lattice.unit * 0.1, "paper-line")


def _draw_frame(sheet: Sheet, lattice: Lattice) -> None:
    width = float(lattice.width)
    thin = max(1.0, width / 400)
    draw_frame(sheet, width, width)
    near, far, band = lattice.margin, lattice.width - lattice.margin, lattice.band
    low, high = near - band, far + band
    sheet.rectangle((low - thin, low - thin, high + thin, high + thin), "frame-low")
    sheet.rectangle((low, low, high, high), "red")
    for at in _stripes(near, far, band):
        sheet.rectangle((at, low, at + band // 3, high), "red-sheen")
    for outer, inner in ((low, near), (high, far)):
        sheet.polygon([(outer, low), (inner, near), (inner, far), (outer, high)], "blue")
        sheet.line(((outer, low), (inner, near)), thin, "frame-low")
        sheet.line(((outer, high), (inner, far)), thin, "frame-low")
        for at in _stripes(near, far, band):
            sheet.rectangle((min(outer, inner), at, max(outer, inner), at + band // 3), "blue-sheen")
    sheet.rectangle((near, near, far, far), "paper")


def _stripes(start: int, end: int, step: int) -> range:
    """Return where the stripes of a band begin; they point the way the band's owner has to go."""
    return range(start + step // 3, end, step)


def _draw_coordinates(sheet: Sheet, lattice: Lattice) -> None:
    room = lattice.margin - lattice.band
    size = room * 0.64
    near, far = room * 0.46, lattice.width - room * 0.46
    for index, letter in enumerate(ascii_lowercase[: _LAST + 1]):
        number = str(index + 1)
        across, down = (number, letter) if lattice.mirrored else (letter, number)
        at = lattice.margin + index * lattice.unit
        for edge in (near, far):
            sheet.letters((at, edge), across, size, "letter")
            sheet.letters((edge, at), down, size * (0.86 if len(down) > 1 else 1.0), "letter")
