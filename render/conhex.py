"""The painter of ConHex: balls on nodes, conquered cells filled."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import cast

from PIL import Image

from render.conhex_board import Lattice, draw_board, draw_net
from render.conhex_words import Balls, colours, describe
from render.sheet import Box, Sheet, Spot, Tile
from render.shelf import Shelf
from render.studio import Page, Studio
from render.view import Translate, View
from rules import State
from rules.games.conhex.board import CELL_NODES, NEIGHBOURS


@dataclass(frozen=True, slots=True)
class _Stamp:
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
    """Paint ConHex. The second player's own view is mirrored and has its colours swapped."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._pages: Shelf[tuple[Lattice, str], Page] = Shelf(studio.pages)

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = cast("Balls", state)
        lattice = Lattice(view.width, mirrored=view.seat == 1)
        page = self._pages.get((lattice, view.theme), lambda: self._page(lattice, view.theme))
        picture = page.blank()
        fresh = {cell for event in state.events if event.kind == "conquer" for cell in event.points}
        chain, shown = board.chain, colours(view)
        cells = board.cells
        for cell, seat in cells.items():
            rank = "chain" if cell in chain else "fresh" if cell in fresh else ""
            fill = _Fill(cell, shown[seat], rank, _joined(cell, chain) if rank == "chain" else ())
            page.tile(fill, partial(self._cell, lattice, view.theme, fill)).lay(picture)
        for stamp in _stamps(state, board.balls, cells, view):
            x, y = lattice.spot(stamp.node)
            page.tile((stamp.name, stamp.ground), partial(self._mark, lattice, view.theme, stamp)).lay(
                picture, int(x), int(y)
            )
        return picture

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words."""
        return describe(state, t, view)

    def _page(self, lattice: Lattice, theme: str) -> Page:
        sheet = self._studio.sheet(theme, (0, 0, lattice.width, lattice.width), "frame")
        draw_board(sheet, lattice)
        return Page(sheet.page())

    def _cell(self, lattice: Lattice, theme: str, fill: _Fill) -> Tile:
        outline = lattice.outline(fill.cell)
        box = _box(outline)
        sheet = self._studio.sheet(theme, box, f"{fill.colour}-field")

        def draw(within: Sheet) -> None:
            within.polygon(outline, f"{fill.colour}-field")
            stripe_ink = fill.colour if fill.rank == "chain" else f"{fill.colour}-field-stripe"
            for stripe in _stripes(box, lattice.unit, fill.colour):
                within.rectangle(stripe, stripe_ink)
            inner = {edge for cell in fill.joined for edge in _edges(lattice.outline(cell))}
            for width, ink in _RIMS[fill.rank]:
                for edge in _edges(outline) - inner:
                    within.line(tuple(edge), 2 * width * lattice.unit, ink)

        sheet.inside(outline, draw)
        draw_net(sheet, lattice, fill.cell)
        return sheet.tile(cut=outline)

    def _mark(self, lattice: Lattice, theme: str, stamp: _Stamp) -> Tile:
        reach = lattice.unit * 0.5
        sheet = self._studio.sheet(theme, (-reach, -reach, reach, reach), stamp.ground)
        _MARKS[stamp.name](sheet, (0.0, 0.0), float(lattice.unit))
        return sheet.tile()


def _stamps(state: State, balls: Mapping[str, int], cells: Mapping[str, int], view: View) -> Iterator[_Stamp]:
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
    for node, seat in balls.items():
        name = shown[seat]
        yield _Stamp(f"recent-{name}" if node in recent else name, ground(node), node)
    for node in path[:-1]:
        yield _Stamp("left", ground(node), node)
    for node in view.chosen:
        yield _Stamp("chosen", ground(node), node)
    for node in view.targets:
        yield _Stamp("target", ground(node), node)


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


def _ball(sheet: Sheet, centre: Spot, unit: float, colour: str) -> None:
    x, y = centre
    sheet.disc(centre, 0.33 * unit, f"{colour}-edge")
    sheet.disc(centre, 0.297 * unit, colour)
    reach = 0.14 * unit
    bar = ((x, y - reach), (x, y + reach)) if colour == "red" else ((x - reach, y), (x + reach, y))
    sheet.line(bar, 0.1 * unit, "white")


def _red(sheet: Sheet, centre: Spot, unit: float) -> None:
    _ball(sheet, centre, unit, "red")


def _blue(sheet: Sheet, centre: Spot, unit: float) -> None:
    _ball(sheet, centre, unit, "blue")


def _recent_red(sheet: Sheet, centre: Spot, unit: float) -> None:
    _halo(sheet, centre, unit)
    _ball(sheet, centre, unit, "red")


def _recent_blue(sheet: Sheet, centre: Spot, unit: float) -> None:
    _halo(sheet, centre, unit)
    _ball(sheet, centre, unit, "blue")


def _halo(sheet: Sheet, centre: Spot, unit: float) -> None:
    sheet.disc(centre, 0.45 * unit, "paper-line")
    sheet.disc(centre, 0.425 * unit, "gold")


def _left(sheet: Sheet, centre: Spot, unit: float) -> None:
    sheet.ring(centre, 0.34 * unit, 0.07 * unit, "paper-line")
    sheet.ring(centre, 0.325 * unit, 0.04 * unit, "gold")


def _chosen(sheet: Sheet, centre: Spot, unit: float) -> None:
    sheet.ring(centre, 0.47 * unit, 0.09 * unit, "hint")


def _target(sheet: Sheet, centre: Spot, unit: float) -> None:
    sheet.disc(centre, 0.19 * unit, "paper")
    sheet.disc(centre, 0.15 * unit, "hint")


_MARKS: Mapping[str, Callable[[Sheet, Spot, float], None]] = {
    "red": _red,
    "blue": _blue,
    "recent-red": _recent_red,
    "recent-blue": _recent_blue,
    "left": _left,
    "chosen": _chosen,
    "target": _target,
}
