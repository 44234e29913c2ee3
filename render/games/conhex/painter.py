"""The painter of ConHex: balls on nodes, conquered cells filled."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from render.canvas.canvas import Box, Spot
from render.canvas.resources import CachedBoard, Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet, Tile
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.text_renderer import TextRenderer
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.conhex.board import (
    ConHexBoard,
    draw_bevel,
    draw_board,
    draw_net,
    node_pixels,
    write_coordinates,
)
from render.games.conhex.colours import INKS
from render.games.conhex.pieces import GROUNDS, MARKS, ball_in_a_line, counted_cell
from render.games.conhex.veneer import level, upright, within
from render.games.conhex.words import colours, describe, is_mirrored
from rules.games.conhex import GAME, ConHexState
from rules.games.conhex.board import CELL_NODES, CELLS, NEIGHBOURS


class _Rank(IntEnum):
    """The highlight of a conquered cell."""

    PLAIN = auto()
    FRESH = auto()
    """Conquered by the last ply."""
    CHAIN = auto()
    """In the winning chain."""
    REST = auto()
    """Beside that chain: drawn without lines, so that the chain stands out."""


class _Fill(NamedTuple):
    """A conquered cell to fill. It has no rim towards neighbours in `joined`."""

    cell: str
    colour: str
    rank: _Rank
    joined: tuple[str, ...] = ()


class ConHexPainter:
    """Paints ConHex. The second player's personal view is mirrored and has its colours swapped."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._boards: SingleFlightCache[tuple[ConHexBoard, str], CachedBoard] = SingleFlightCache(
            resources.boards
        )

    def paint(self, state: ConHexState, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        board = ConHexBoard(view.width, mirrored=is_mirrored(view))
        cached = self._boards.get((board, view.theme), lambda: self._board(board, view.theme))
        sheet = cached.sheet(margins)
        # The rules recompute the chain on each access.
        cells, chain, spots = state.cells, state.chain, node_pixels(board)
        for fill in _fills(state, cells, chain, colours(view)):
            sheet.lay(cached.tile(fill, partial(self._cell, board, view.theme, fill)))
        for mark, nodes in _marks(state, cells, chain, view):
            if not nodes:
                continue
            tile = cached.tile(mark, partial(self._mark, board, view.theme, mark))
            for node in nodes:
                sheet.lay(tile, *spots[node])
        return sheet

    def layout(self, state: ConHexState, view: View) -> Layout:  # noqa: ARG002 -- the protocol of painters
        board = ConHexBoard(view.width, mirrored=is_mirrored(view))
        return Layout(board.width, board.width, board.areas)

    def describe(self, state: ConHexState, t: Translate, view: View) -> tuple[Sentence, ...]:
        return describe(state, t, view)

    def orientation(self, state: ConHexState, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        return Orientation.MIRRORED if is_mirrored(view) else Orientation.NEUTRAL

    def plates(self, state: ConHexState, view: View) -> Plates:
        """Return the players' name plates, the viewer's below, with their cells and balls in reserve."""
        seats = (1, 0) if view.seat in (None, 0) else (0, 1)
        shown, owned = colours(view), [cells.bit_count() for cells in state.cell_bits]
        upper, lower = (_plate(seat, shown[seat], state.supply[seat], owned[seat]) for seat in seats)
        return Plates((upper,), (lower,))

    def _board(self, board: ConHexBoard, theme: str) -> CachedBoard:
        canvas = self._resources.canvas(theme, (0, 0, board.width, board.width), "frame")
        draw_board(canvas, board)
        picture = canvas.image()
        write_coordinates(
            picture, board, TextRenderer(self._resources.palettes[theme], self._resources.fonts)
        )
        return self._resources.board(picture)

    def _cell(self, board: ConHexBoard, theme: str, fill: _Fill) -> Tile:
        outline = board.outline(fill.cell)
        box = _box(outline)
        canvas = self._resources.canvas(theme, box, f"{fill.colour}-field")

        canvas.rectangle(box, f"{fill.colour}-field")
        for streak in within(_grain(board, fill), box):
            canvas.rectangle(streak, f"{fill.colour}-grain")
        if fill.rank is not _Rank.REST:
            draw_bevel(canvas, board, fill.cell, f"{fill.colour}-field")
        if fill.rank in _RIMS:
            width, ink = _RIMS[fill.rank]
            inner = {edge for cell in fill.joined for edge in _edges(board.outline(cell))}
            for edge in _edges(outline) - inner:
                canvas.line(tuple(edge), 2 * width * board.unit, ink)
        if fill.rank is not _Rank.REST:
            draw_net(canvas, board, fill.cell, f"{fill.colour}-seam", f"{fill.colour}-field")
        return canvas.tile(cut=outline)

    def _mark(self, board: ConHexBoard, theme: str, mark: str) -> Tile:
        reach = board.unit * 0.5
        canvas = self._resources.canvas(theme, (-reach, -reach, reach, reach), GROUNDS[mark])
        MARKS[mark](canvas, (0.0, 0.0), float(board.unit))
        return canvas.tile(tight=True)


def _plate(seat: int, colour: str, supply: int | None, owned: int) -> Plate:
    """Return a player's plate: their cells, and their balls in reserve if these are limited."""
    counts = [Count(("cell", colour), counted_cell(colour), owned)]
    if supply is not None:
        counts.append(Count(("ball", colour), ball_in_a_line(colour), supply))
    return Plate(seat, ("mark", colour), ball_in_a_line(colour), tuple(counts))


def _fills(
    state: ConHexState, cells: Mapping[str, int], chain: Sequence[str], shown: tuple[str, str]
) -> Iterator[_Fill]:
    fresh = {cell for event in state.events if event.kind == "conquer" for cell in event.points}
    for cell, seat in cells.items():
        if cell in chain:
            yield _Fill(
                cell, shown[seat], _Rank.CHAIN, tuple(link for link in chain if link in NEIGHBOURS[cell])
            )
        else:
            rank = _Rank.REST if chain else _Rank.FRESH if cell in fresh else _Rank.PLAIN
            yield _Fill(cell, shown[seat], rank)


def _marks(
    state: ConHexState, cells: Mapping[str, int], chain: Sequence[str], view: View
) -> Iterator[tuple[str, Collection[str]]]:
    """Yield marks and their nodes, in drawing order."""
    shown, balls = colours(view), state.balls
    path = state.last.path if state.last is not None else ()
    recent = {*path[-1:], *(node for event in state.events if event.kind == "swap" for node in event.points)}
    past = {trail.path[-1] for trail in view.trails} - recent
    if chain:
        # Cells beside the chain have no nodes of their own any more, and would cut into their neighbours'
        # nodes.
        kept = (cell for cell in CELLS if cell not in cells or cell in chain)
        yield "node", {node for cell in kept for node in CELL_NODES[cell]}.difference(balls)
    for seat, colour in enumerate(shown):
        own = [node for node, owner in balls.items() if owner == seat]
        yield colour, [node for node in own if node not in recent and node not in past]
        yield f"past-{colour}", [node for node in own if node in past]
        yield f"recent-{colour}", [node for node in own if node in recent]
    yield "left", path[:-1]
    yield "chosen", view.chosen
    yield "target", view.targets


# Rims inside a conquered cell, as (width in units, ink).
_RIMS: Mapping[_Rank, tuple[float, str]] = {
    _Rank.FRESH: (0.08, "gold"),
    _Rank.CHAIN: (0.13, "gold"),
}


def _grain(board: ConHexBoard, fill: _Fill) -> tuple[Box, ...]:
    """Return the grain of a cell's veneer: it runs in the owner's direction, over the whole board."""
    run = upright if fill.colour == "red" else level
    return run(board.width, board.unit * (0.45 if fill.rank is _Rank.REST else 0.24))


def _box(outline: Sequence[Spot]) -> Box:
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return min(across), min(down), max(across), max(down)


def _edges(outline: Sequence[Spot]) -> set[frozenset[Spot]]:
    return {frozenset(edge) for edge in pairwise((*outline, outline[0]))}


PAINTER = GamePainter(GAME.key, ConHexState, INKS, ConHexPainter)
