"""The painter of Fox and Hens: a farmyard with its hen house, white hens and red foxes."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.compositor import Compositor, Sprite, center_on, square
from render.canvas.past_way import WayInks, distinct, past_way
from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.fox_and_hens.board import HOUSE, FoxAndHensBoard, draw_board
from render.games.fox_and_hens.colours import INKS
from render.games.fox_and_hens.pieces import (
    draw_taken_hen,
    fox,
    fox_ghost,
    hen,
    hen_ghost,
    hen_house,
    standing,
)
from render.games.fox_and_hens.words import count_housed, count_taken, describe, is_turned
from rules import Event
from rules.games.fox_and_hens import GAME, FoxState

# The sizes of a fox and a hen, and the extent of a sprite around its point, in units of the board.
_SIZE, _HEN, _REACH = 0.84, 0.77, 0.5
_WAYS = (WayInks("ivory", "ivory-edge"), WayInks("fox", "fox-edge"))
"""The inks of earlier moves, by seat."""


class FoxAndHensPainter:
    """Paints Fox and Hens. The foxes see the board from their own side.

    A missed capture is never shown: the hens must find it.
    """

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: FoxState, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        board = FoxAndHensBoard(view.width, turned=is_turned(view))
        diagonals = state.options["diagonals"] == "alternating"
        return self._compositor.paint(
            (board, diagonals),
            view.theme,
            (board.width, board.height),
            partial(draw_board, board=board, diagonals=diagonals),
            _sprites(state, board, view),
            margins,
        )

    def layout(self, state: FoxState, view: View) -> Layout:  # noqa: ARG002 -- the protocol of painters
        """Return the places of the points."""
        board = FoxAndHensBoard(view.width, turned=is_turned(view))
        return Layout(board.width, board.height, board.areas)

    def describe(self, state: FoxState, t: Translate, view: View) -> tuple[Sentence, ...]:
        return describe(state, t, view)

    def orientation(self, state: FoxState, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        return Orientation.TURNED if is_turned(view) else Orientation.NEUTRAL

    def plates(self, state: FoxState, view: View) -> Plates:
        """Return the plates of foxes and hens, on the sides of the board where they start.

        The hens' plate counts the remaining hens and the hens in their house, the foxes' plate the captured
        hens.
        """
        left, home = Count("hen", hen, len(state.hens)), Count("house", hen_house, count_housed(state))
        hens = Plate(0, "hen", hen, (left, home))
        foxes = Plate(1, "fox", fox, (Count("taken", draw_taken_hen, count_taken(state)),))
        return Plates((hens,), (foxes,)) if is_turned(view) else Plates((foxes,), (hens,))


def _sprites(state: FoxState, board: FoxAndHensBoard, view: View) -> Iterator[Sprite]:
    path = _path(state)
    yield from _past_ways(board, view)
    yield from (_segment(board, start, end) for start, end in pairwise(path))
    recent = frozenset(path)

    def marks(name: str, points: Iterable[str]) -> Iterator[Sprite]:
        for point in points:
            ground = "trail" if point in recent else _ground(point)
            yield _mark(board, name, point, ground)

    yield from marks("halo", path[-1:])
    yield from marks("left", path[:1] if len(path) > 1 else ())
    for event in state.events:
        yield from marks(_LOSSES.get(event.kind, ""), event.points if event.kind in _LOSSES else ())
    yield from marks("hen", state.hens)
    yield from marks("fox", state.foxes)
    yield from marks("chosen", view.chosen)
    yield from marks("target", view.targets)
    yield from _dens(state, board)


def _past_ways(board: FoxAndHensBoard, view: View) -> Iterator[Sprite]:
    for shown in view.trails:
        spots = distinct(board.spot(point) for point in shown.path)
        # A claim names the fox that it removes, so there is no path.
        if len(spots) > 1:
            yield past_way(spots, board.unit, _WAYS[shown.seat], "path")


def _path(state: FoxState) -> tuple[str, ...]:
    """Return the path of the last ply; a step that was taken back leads back."""
    back = next((event for event in state.events if event.kind == "takeback"), None)
    if back is not None:
        return back.points
    removed = any(_is_removal(event) for event in state.events)
    return () if state.last is None or state.last.action == "claim" or removed else state.last.path


def _is_removal(event: Event) -> bool:
    return event.kind == "fox-removed"


def _ground(point: str) -> str:
    return "straw" if point in HOUSE else "path"


def _mark(board: FoxAndHensBoard, name: str, point: str, ground: str) -> Sprite:
    figure, size = _MARKS[name]
    return Sprite(
        name, board.spot(point), ground, square(_REACH * board.unit), center_on(figure, size * board.unit)
    )


def _segment(board: FoxAndHensBoard, start: str, end: str) -> Sprite:
    """Return a part of the last ply's path, relative to its start."""
    (x, y), (to_x, to_y) = board.spot(start), board.spot(end)
    aboard, down = to_x - x, to_y - y
    thick = 0.13 * board.unit
    box = (min(aboard, 0) - thick, min(down, 0) - thick, max(aboard, 0) + thick, max(down, 0) + thick)

    def draw(canvas: Canvas) -> None:
        canvas.line(((0, 0), (aboard, down)), thick, "trail-edge")

    return Sprite(("way", aboard, down), (x, y), "path", box, draw)


def _dens(state: FoxState, board: FoxAndHensBoard) -> Iterator[Sprite]:
    """Yield the foxes that are off the board, each in a den."""
    side = 0.62 * board.unit
    for index in range(state.off):
        x, y = board.den(index)
        spot = (x, y + 0.2 * board.unit)
        yield Sprite("in den", spot, "den", square(0.4 * board.unit), center_on(fox, side))


def _halo(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    for reach, ink in ((0.5, "trail-edge"), (0.455, "trail")):
        far = reach * side
        canvas.rectangle((x - far, y - far, x + far, y + far), ink, rounded=(reach - 0.26) * side)


def _draw_left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.24 * side, "trail-edge")
    canvas.disc(centre, 0.18 * side, "trail")


def _draw_chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.49 * side, 0.08 * side, "hint")


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.2 * side, "path")
    canvas.disc(centre, 0.16 * side, "hint")


_LOSSES: Mapping[str, str] = {"capture": "hen-ghost", "fox-removed": "fox-ghost"}

_MARKS: Mapping[str, tuple[Figure, float]] = {
    "hen": (standing(hen, (-0.02, 0.45), 0.3), _HEN),
    "fox": (standing(fox, (0.0, 0.4), 0.34), _SIZE),
    "hen-ghost": (hen_ghost, _HEN),
    "fox-ghost": (fox_ghost, _SIZE),
    "halo": (_halo, 0.98),
    "left": (_draw_left, 1.0),
    "chosen": (_draw_chosen, 1.0),
    "target": (_target, 1.0),
}


PAINTER = GamePainter(GAME.key, FoxState, INKS, FoxAndHensPainter)
