"""The painter of Nine Men's Morris: men of bone and horn on a board of three woods."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Compositor, Sprite, center_on, square
from render.canvas.past_way import WayInks, distinct, past_way
from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.contract.alt_text import Sentence, Translate
from render.contract.countdown import countdown
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.nine_mens_morris.board import LINE, MorrisBoard, draw_board, draw_line
from render.games.nine_mens_morris.colours import INKS
from render.games.nine_mens_morris.pieces import MARKS, MEN, TAKEN, cast_shadow
from render.games.nine_mens_morris.words import describe
from rules import Event
from rules.games.nine_mens_morris import GAME, NineMensMorrisState

_REACH = 0.75
"""The extent of a mark around its point, in sizes of a man."""
_WAYS = (WayInks("ivory", "ivory-edge"), WayInks("night", "ivory"))
"""The inks of earlier moves, by seat."""


class NineMensMorrisPainter:
    """Paints Nine Men's Morris: the same view for everyone, with the latest mill in colour."""

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: NineMensMorrisState, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        board = MorrisBoard(view.width, state.options["men"])
        return self._compositor.paint(
            board,
            view.theme,
            (board.width, board.width),
            partial(draw_board, board=board),
            _sprites(state, board, view),
            margins,
        )

    def layout(self, state: NineMensMorrisState, view: View) -> Layout:
        """Return the places of the points."""
        board = MorrisBoard(view.width, state.options["men"])
        return Layout(board.width, board.width, board.areas)

    def describe(self, state: NineMensMorrisState, t: Translate, view: View) -> tuple[Sentence, ...]:
        return describe(state, t, view)

    def orientation(self, state: NineMensMorrisState, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        """Return the board's orientation: the same for everyone."""
        return Orientation.NEUTRAL

    def plates(self, state: NineMensMorrisState, view: View) -> Plates:
        """Return the players' name plates, the viewer's below, with their remaining and captured men."""
        upper, lower = (_plate(state, seat) for seat in ((0, 1) if view.seat == 1 else (1, 0)))
        return Plates((upper,), (lower,))


def _plate(state: NineMensMorrisState, seat: int) -> Plate:
    counts = []
    if any(state.hands):
        counts.append(Count(("hand", seat), MEN[seat], state.hands[seat]))
    counts.append(Count(("taken", 1 - seat), TAKEN[1 - seat], state.lost[1 - seat]))
    counts += countdown(state, seat)
    return Plate(seat, ("man", seat), MEN[seat], tuple(counts))


def _sprites(state: NineMensMorrisState, board: MorrisBoard, view: View) -> Iterator[Sprite]:
    mills = [pair for event in state.events if event.kind == "mill" for pair in pairwise(event.points)]
    yield from (_segment(board, start, end) for start, end in mills)

    def marks(name: str, points: Iterable[str]) -> Iterator[Sprite]:
        for point in points:
            yield _mark(board, name, point)

    yield from _past_ways(board, view)
    went = () if state.last is None else _way(state.last.path, state.events)
    yield from marks("halo", went[-1:])
    yield from marks("left", went[:-1])
    for point, seat in state.men.items():
        if point in went[-1:]:
            yield _man(board, seat, point, "trail", ())
            continue
        other = {*went[-1:], *(name for pair in mills if point in pair for name in pair)}
        yield _man(board, seat, point, board.wood(point), board.stubs(point, other))
    for event in state.events:
        if event.kind == "capture":
            yield from marks("lost", event.points)
    yield from marks("chosen", view.chosen)
    yield from marks("target", (point for point in view.targets if point not in state.men))
    yield from marks("taking", (point for point in view.targets if point in state.men))


def _past_ways(board: MorrisBoard, view: View) -> Iterator[Sprite]:
    for shown in view.trails:
        spots = distinct(board.spot(point) for point in _way(shown.path, shown.events))
        yield past_way(spots, board.size, _WAYS[shown.seat], "maple")


def _way(path: tuple[str, ...], events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the point of a set man, or the start and end of a move."""
    taken = {point for event in events if event.kind == "capture" for point in event.points}
    return tuple(point for point in path if point not in taken)


def _mark(board: MorrisBoard, name: str, point: str) -> Sprite:
    ground = board.wood(point)
    return Sprite(
        name, board.spot(point), ground, square(_REACH * board.size), center_on(MARKS[name], board.size)
    )


def _man(board: MorrisBoard, seat: int, point: str, ground: str, stubs: tuple[Spot, ...]) -> Sprite:
    """Return a man with its shadow, with the lines of the board continuing over the shadow."""

    def draw(canvas: Canvas) -> None:
        cast_shadow(canvas, board.size)
        for stub in stubs:
            draw_line(canvas, (0.0, 0.0), stub, LINE * board.unit, "line")
        MEN[seat](canvas, (0.0, 0.0), board.size)

    return Sprite(("man", seat, stubs), board.spot(point), ground, square(_REACH * board.size), draw)


def _segment(board: MorrisBoard, start: str, end: str) -> Sprite:
    """Return a part of a mill, relative to its start."""
    (x, y), (to_x, to_y) = board.spot(start), board.spot(end)
    aboard, down = to_x - x, to_y - y
    edge, thick = 0.085 * board.unit, 0.055 * board.unit
    box = (
        min(aboard, 0) - 2 * edge,
        min(down, 0) - 2 * edge,
        max(aboard, 0) + 2 * edge,
        max(down, 0) + 2 * edge,
    )

    def draw(canvas: Canvas) -> None:
        for half, ink in ((edge, "trail-edge"), (thick, "gold")):
            draw_line(canvas, (0, 0), (aboard, down), half, ink)

    return Sprite(("mill", aboard, down), (x, y), "trail-edge", box, draw)


PAINTER = GamePainter(GAME.key, NineMensMorrisState, INKS, NineMensMorrisPainter)
