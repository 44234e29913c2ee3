"""The ConHex board: where nodes and cells lie in a picture, and the board without balls."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2
from string import ascii_lowercase

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.frame import draw_frame
from rules.games.conhex.board import CELL_NODES

_LAST = 10  # the board runs from 0 to this on both axes
_CENTRE = "f6"


@dataclass(frozen=True, slots=True)
class ConHexBoard:
    """The board in a square picture `width` pixels wide; `mirrored` on the diagonal through a1 and k11."""

    width: int
    mirrored: bool = False

    @property
    def unit(self) -> int:
        """The distance between two points of the board in pixels."""
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
        """Return where a point of the board lies."""
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


def draw_board(canvas: Canvas, board: ConHexBoard) -> None:
    """Draw the board before the first ball."""
    _draw_frame(canvas, board)
    for cell in CELL_NODES:
        canvas.polygon(board.outline(cell), paper_of(cell))
    for cell in CELL_NODES:
        draw_net(canvas, board, cell)
    _draw_coordinates(canvas, board)


def paper_of(cell: str) -> str:
    """Return the ink of a cell nobody owns; the rings take turns."""
    return "paper-two" if int(cell[1]) % 2 == 0 else "paper"


def draw_net(canvas: Canvas, board: ConHexBoard, cell: str) -> None:
    """Draw the lines around a cell and its nodes."""
    canvas.outline(board.outline(cell), max(1.0, board.unit * 0.036), "paper-line")
    for node in CELL_NODES[cell]:
        canvas.disc(board.spot(node), board.unit * 0.1, "paper-line")


def _draw_frame(canvas: Canvas, board: ConHexBoard) -> None:
    width = float(board.width)
    thin = max(1.0, width / 400)
    draw_frame(canvas, width, width)
    near, far, band = board.margin, board.width - board.margin, board.band
    low, high = near - band, far + band
    canvas.rectangle((low - thin, low - thin, high + thin, high + thin), "frame-low")
    canvas.rectangle((low, low, high, high), "red")
    for at in _stripes(near, far, band):
        canvas.rectangle((at, low, at + band // 3, high), "red-sheen")
    for outer, inner in ((low, near), (high, far)):
        canvas.polygon([(outer, low), (inner, near), (inner, far), (outer, high)], "blue")
        canvas.line(((outer, low), (inner, near)), thin, "frame-low")
        canvas.line(((outer, high), (inner, far)), thin, "frame-low")
        for at in _stripes(near, far, band):
            canvas.rectangle((min(outer, inner), at, max(outer, inner), at + band // 3), "blue-sheen")
    canvas.rectangle((near, near, far, far), "paper")


def _stripes(start: int, end: int, step: int) -> range:
    """Return where the stripes of a band begin; they point the way the band's owner has to go."""
    return range(start + step // 3, end, step)


def _draw_coordinates(canvas: Canvas, board: ConHexBoard) -> None:
    room = board.margin - board.band
    size = room * 0.64
    near, far = room * 0.46, board.width - room * 0.46
    for index, letter in enumerate(ascii_lowercase[: _LAST + 1]):
        number = str(index + 1)
        across, down = (number, letter) if board.mirrored else (letter, number)
        at = board.margin + index * board.unit
        for edge in (near, far):
            canvas.text((at, edge), across, size, "letter")
            canvas.text((edge, at), down, size * (0.86 if len(down) > 1 else 1.0), "letter")
