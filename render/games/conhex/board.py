"""The ConHex board: the places of nodes and cells in a picture, and the empty board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2
from string import ascii_lowercase
from types import MappingProxyType

from PIL import Image

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.curves import bevel
from render.canvas.fonts import READABLE
from render.canvas.frame import draw_frame, draw_rim
from render.canvas.text_renderer import TextRenderer
from render.contract.layout import Area, Areas
from render.games.conhex.veneer import level, upright, within
from rules.games.conhex.board import CELL_NODES, NODES

_LAST = 10  # the nodes range from 0 to this on both axes
_RIM = 0.45  # the board extends this far beyond them
_CENTRE = "f6"
# The distance of the bars' streaks, as a fraction of the bars' width.
_BAR_GRAIN = 0.2

# The width of the cells' bevels, in units, and the least slope to light or shade that is drawn.
_BEVEL, _LEVEL = 0.075, 0.2

NODE = 0.115
"""The radius of a node in units."""


@dataclass(frozen=True, slots=True)
class ConHexBoard:
    """The board in a square picture `width` pixels wide; `mirrored` at the diagonal through a1 and k11."""

    width: int
    mirrored: bool = False

    @property
    def unit(self) -> int:
        """The distance between two adjacent points of the board in pixels."""
        return int(self.width * 0.776 / _LAST)

    @property
    def margin(self) -> int:
        """The distance from the picture's edge to the outermost nodes in pixels."""
        return (self.width - _LAST * self.unit) // 2

    @property
    def bar(self) -> int:
        """The distance from the picture's edge to the board: the width of the bars around it."""
        return self.margin - round(_RIM * self.unit)

    @property
    def inlay(self) -> int:
        """The width of the striped inlay at the bars' inner edge; its stripes point the way to connect."""
        return round(0.12 * self.bar)

    @property
    def thin(self) -> int:
        """The width of an edge line."""
        return max(1, self.width // 400)

    @property
    def areas(self) -> Areas:
        """The areas of all nodes: non-overlapping squares."""
        return _areas(self)

    def spot(self, point: str) -> Spot:
        """Return the place of a node."""
        return self.areas[point].spot

    def place(self, column: float, row: float) -> Spot:
        """Return the pixel of a place; (0, 0) is a1. The board extends beyond the nodes."""
        across, down = (row, column) if self.mirrored else (column, row)
        return self._along(across), self._along(down)

    def _along(self, at: float) -> float:
        if at < 0:
            return self.bar
        return self.width - self.bar if at > _LAST else self.margin + at * self.unit

    def outline(self, cell: str) -> list[Spot]:
        """Return the polygon of a cell; border cells extend to the edge of the board."""
        corners: list[Spot] = []
        for node in CELL_NODES[cell]:
            if node == _CENTRE:
                continue
            column, row = _lattice(node)
            if column in (0, _LAST) and row in (0, _LAST):
                corners.append(self.place(_beyond(column), _beyond(row)))
                continue
            corners.append(self.place(column, row))
            if cell.startswith("z0."):
                corners.extend(self.place(*edge) for edge in _to_the_edge(column, row))
        x = sum(corner[0] for corner in corners) / len(corners)
        y = sum(corner[1] for corner in corners) / len(corners)
        return sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x))

    def around(self, node: str, reach: float) -> Box:
        """Return the square around a node with half the side `reach`, in units."""
        x, y = self.spot(node)
        far = reach * self.unit
        return x - far, y - far, x + far, y + far


@lru_cache(maxsize=64)
def _areas(board: ConHexBoard) -> Areas:
    half = board.unit / 2
    spots = {node: board.place(*_lattice(node)) for node in NODES}
    return MappingProxyType({node: Area(*spot, half, half) for node, spot in spots.items()})


@lru_cache(maxsize=64)
def node_pixels(board: ConHexBoard) -> Mapping[str, tuple[int, int]]:
    """Return the pixel of each node."""
    areas = board.areas.items()
    return MappingProxyType({node: (int(area.x), int(area.y)) for node, area in areas})


def _lattice(node: str) -> tuple[int, int]:
    """Return the column and row of a node, from 0."""
    return ascii_lowercase.index(node[0]), int(node[1:]) - 1


def _beyond(at: int) -> float:
    return at - _RIM if at == 0 else at + _RIM


def _to_the_edge(column: int, row: int) -> Iterator[tuple[float, float]]:
    edge = {1: -_RIM, _LAST - 1: _LAST + _RIM}
    if column in edge:
        yield edge[column], row
    if row in edge:
        yield column, edge[row]


def draw_board(canvas: Canvas, board: ConHexBoard) -> None:
    """Draw the empty board."""
    _draw_bars(canvas, board)
    for cell in CELL_NODES:
        canvas.polygon(board.outline(cell), paper_of(cell))
    inside = (board.bar, board.bar, board.width - board.bar, board.width - board.bar)
    for streak in within(level(board.width, board.unit * 0.34), inside):
        canvas.rectangle(streak, "maple-grain")
    for cell in CELL_NODES:
        draw_bevel(canvas, board, cell, "maple")
    for cell in CELL_NODES:
        draw_net(canvas, board, cell)


def draw_bevel(canvas: Canvas, board: ConHexBoard, cell: str, wood: str) -> None:
    """Bevel the edges of a cell in the given wood, with light from the upper left."""
    for side, facing in bevel(board.outline(cell), _BEVEL * board.unit):
        if abs(facing) > _LEVEL:
            canvas.polygon(side, f"{wood}-high" if facing > 0 else f"{wood}-low")


def paper_of(cell: str) -> str:
    """Return the ink of a free cell; the rings alternate."""
    return "maple-two" if int(cell[1]) % 2 == 0 else "maple"


def draw_net(canvas: Canvas, board: ConHexBoard, cell: str, ink: str = "seam", wood: str = "maple") -> None:
    """Draw the lines around a cell in the given ink, and its nodes in its wood."""
    canvas.outline(board.outline(cell), max(1.0, board.unit * 0.036), ink)
    for node in CELL_NODES[cell]:
        draw_node(canvas, board.spot(node), board.unit, wood)


def draw_node(canvas: Canvas, centre: Spot, unit: float, wood: str = "maple") -> None:
    """Draw a hollow for a ball: its lower right edge is lit."""
    x, y = centre
    canvas.disc((x + 0.02 * unit, y + 0.02 * unit), (NODE + 0.015) * unit, f"{wood}-high")
    canvas.disc(centre, NODE * unit, "seam")


def _draw_bars(canvas: Canvas, board: ConHexBoard) -> None:
    """Draw the frame: red bars above and below, blue bars at the sides, mitred at the corners.

    Only the part around the cells: filling the whole board takes milliseconds each time.
    """
    width, near, thin, inlay = board.width, board.bar, board.thin, board.inlay
    far, low, high = width - near, 3 * thin, width - 3 * thin
    draw_frame(canvas, width, width, breadth=2 * thin)
    for start, end in ((low, near), (far, high)):
        canvas.rectangle((low, start, high, end), "red-bar")
        for streak in within(level(width, _BAR_GRAIN * near), (low, start, high, end)):
            canvas.rectangle(streak, "red-bar-grain")
    for outer, inner in ((low, near), (high, far)):
        canvas.polygon([(outer, low), (inner, near), (inner, far), (outer, high)], "blue-bar")
        side = (min(outer, inner), low, max(outer, inner), high)
        for left, top, right, bottom in within(upright(width, _BAR_GRAIN * near), side):
            mitre = min(right, width - left)
            canvas.rectangle((left, max(top, mitre), right, min(bottom, width - mitre)), "blue-bar-grain")
    for across in ((low, near), (high, far)):
        for down in ((low, near), (high, far)):
            canvas.line(tuple(zip(across, down, strict=True)), thin, "frame-low")
    start, end = near - inlay, far + inlay
    draw_rim(canvas, (start - thin, start - thin, end + thin, end + thin), thin, "seam")
    draw_rim(canvas, (start, start, end, end), inlay, "inlay")
    for tick in _ticks(near, far, inlay):
        for edge in (start, far):
            canvas.rectangle((tick, edge, tick + inlay, edge + inlay), "red-bar")
            canvas.rectangle((edge, tick, edge + inlay, tick + inlay), "blue-bar")
    draw_rim(canvas, (near - thin, near - thin, far + thin, far + thin), thin, "seam")


def _ticks(start: int, end: int, step: int) -> Iterator[float]:
    """Yield the starts of the ticks in a striped inlay, evenly from end to end."""
    number = (end - start) // (2 * step)
    for count in range(number):
        yield round(start + (count + 0.25) * (end - start) / number)


def write_coordinates(picture: Image.Image, board: ConHexBoard, renderer: TextRenderer) -> None:
    """Write the names of columns and rows on the finished board, above and to the left of it."""
    size = READABLE * board.width
    near = (3 * board.thin + board.bar - board.inlay - 2 * board.thin) / 2
    for index, letter in enumerate(ascii_lowercase[: _LAST + 1]):
        number = str(index + 1)
        across, down = (number, letter) if board.mirrored else (letter, number)
        at = board.margin + index * board.unit
        renderer.lay(picture, across, (at, near), size, "bar-letter", "red-bar")
        renderer.lay(picture, down, (near, at), size, "bar-letter", "blue-bar")
