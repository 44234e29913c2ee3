"""The painter of ConHex: balls on nodes, conquered cells filled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from PIL import Image

from render.canvas.canvas import Box, Canvas, Spot, Tile
from render.canvas.resources import CachedBoard, Resources
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.themes import CLASSIC
from render.contract.alt_text import Sentence, Translate
from render.contract.painter import GamePainter
from render.contract.scoreboard import Plate, Plates
from render.contract.view import Orientation, View
from render.games.conhex.board import ConHexBoard, draw_board, draw_net
from render.games.conhex.pieces import MARKS
from render.games.conhex.words import colours, describe, is_mirrored
from rules.games.conhex import GAME, ConHexState
from rules.games.conhex.board import CELL_NODES, NEIGHBOURS


@dataclass(frozen=True, slots=True)
class _Sprite:
    """One tile to lay: a mark around a node on a ground, moved to where the node lies."""

    name: str
    ground: str
    node: str


@dataclass(frozen=True, slots=True)
class _Fill:
    """One conquered cell to fill. `rank` says how it stands out; neighbours in `joined` share its rim."""

    cell: str
    colour: str
    rank: str
    joined: tuple[str, ...]


class ConHexPainter:
    """Paint ConHex. The second player's personal view is mirrored and has its colours swapped."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._boards: SingleFlightCache[tuple[ConHexBoard, str], CachedBoard] = SingleFlightCache(
            resources.boards
        )

    def paint(self, state: ConHexState, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = ConHexBoard(view.width, mirrored=is_mirrored(view))
        cached = self._boards.get((board, view.theme), lambda: self._board(board, view.theme))
        picture = cached.empty()
        fresh = {cell for event in state.events if event.kind == "conquer" for cell in event.points}
        chain, shown = state.chain, colours(view)
        cells = state.cells
        for cell, seat in cells.items():
            rank = "chain" if cell in chain else "fresh" if cell in fresh else ""
            fill = _Fill(cell, shown[seat], rank, _joined(cell, chain) if rank == "chain" else ())
            cached.tile(fill, partial(self._cell, board, view.theme, fill)).lay(picture)
        for sprite in _sprites(state, cells, view):
            x, y = board.spot(sprite.node)
            cached.tile((sprite.name, sprite.ground), partial(self._mark, board, view.theme, sprite)).lay(
                picture, int(x), int(y)
            )
        return picture

    def describe(self, state: ConHexState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: ConHexState, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies."""
        return Orientation.MIRRORED if is_mirrored(view) else Orientation.NEUTRAL

    def plates(self, state: ConHexState, view: View) -> Plates:  # noqa: ARG002 -- every painter is asked so
        """Return the lines of the two players, the viewer's below."""
        seats = (1, 0) if view.seat in (None, 0) else (0, 1)
        shown = colours(view)
        upper, lower = (Plate(seat, ("mark", shown[seat]), MARKS[shown[seat]]) for seat in seats)
        return Plates((upper,), (lower,))

    def _board(self, board: ConHexBoard, theme: str) -> CachedBoard:
        canvas = self._resources.canvas(theme, (0, 0, board.width, board.width), "frame")
        draw_board(canvas, board)
        return CachedBoard(canvas.image())

    def _cell(self, board: ConHexBoard, theme: str, fill: _Fill) -> Tile:
        outline = board.outline(fill.cell)
        box = _box(outline)
        canvas = self._resources.canvas(theme, box, f"{fill.colour}-field")

        def draw(within: Canvas) -> None:
            within.polygon(outline, f"{fill.colour}-field")
            stripe_ink = fill.colour if fill.rank == "chain" else f"{fill.colour}-field-stripe"
            for stripe in _stripes(box, board.unit, fill.colour):
                within.rectangle(stripe, stripe_ink)
            inner = {edge for cell in fill.joined for edge in _edges(board.outline(cell))}
            for width, ink in _RIMS[fill.rank]:
                for edge in _edges(outline) - inner:
                    within.line(tuple(edge), 2 * width * board.unit, ink)

        canvas.inside(outline, draw)
        draw_net(canvas, board, fill.cell)
        return canvas.tile(cut=outline)

    def _mark(self, board: ConHexBoard, theme: str, sprite: _Sprite) -> Tile:
        reach = board.unit * 0.5
        canvas = self._resources.canvas(theme, (-reach, -reach, reach, reach), sprite.ground)
        MARKS[sprite.name](canvas, (0.0, 0.0), float(board.unit))
        return canvas.tile()


def _sprites(state: ConHexState, cells: Mapping[str, int], view: View) -> Iterator[_Sprite]:
    def ground(node: str) -> str:
        if node in _CORNERS:
            return "frame"
        owners = [cells.get(cell) for cell in _CELLS_AT[node]]
        owner = max(owners, key=owners.count)
        if owners.count(owner) * 2 <= len(owners):
            return "paper-line"
        return "paper" if owner is None else f"{shown[owner]}-field"

    shown = colours(view)
    path = state.last.path if state.last is not None else ()
    recent = {*path[-1:], *(node for event in state.events if event.kind == "swap" for node in event.points)}
    for node, seat in state.balls.items():
        name = shown[seat]
        yield _Sprite(f"recent-{name}" if node in recent else name, ground(node), node)
    for node in path[:-1]:
        yield _Sprite("left", ground(node), node)
    for node in view.chosen:
        yield _Sprite("chosen", ground(node), node)
    for node in view.targets:
        yield _Sprite("target", ground(node), node)


_CELLS_AT: Mapping[str, tuple[str, ...]] = {
    node: tuple(cell for cell, nodes in CELL_NODES.items() if node in nodes)
    for nodes in CELL_NODES.values()
    for node in nodes
}

_CORNERS = frozenset({"a1", "k1", "a11", "k11"})

# Rims drawn inside a conquered cell, the broadest first, as (breadth in units, ink).
_RIMS: Mapping[str, tuple[tuple[float, str], ...]] = {
    "": (),
    "fresh": ((0.075, "white"),),
    "chain": ((0.15, "paper-line"), (0.125, "gold")),
}


def _stripes(box: Box, unit: int, colour: str) -> Iterator[Box]:
    """Yield stripes over a box, along the way its owner has to go, in step over the whole board.

    They lie on whole pixels: crisp, and cheap to pack.
    """
    left, top, right, bottom = box
    step, thick = max(3, round(unit * 0.25)), max(1, round(unit * 0.085))
    low, high = (left, right) if colour == "red" else (top, bottom)
    for count in range(int(low / step), int(high / step) + 1):
        at = count * step + step // 2
        yield (at, top, at + thick, bottom) if colour == "red" else (left, at, right, at + thick)


def _box(outline: Sequence[Spot]) -> Box:
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return min(across), min(down), max(across), max(down)


def _edges(outline: Sequence[Spot]) -> set[frozenset[Spot]]:
    return {frozenset(edge) for edge in pairwise((*outline, outline[0]))}


def _joined(cell: str, chain: tuple[str, ...]) -> tuple[str, ...]:
    """Return the neighbours of a cell in the chain."""
    return tuple(other for other in chain if other in NEIGHBOURS[cell])


PAINTER = GamePainter(GAME.key, ConHexState, CLASSIC, ConHexPainter)
