"""The painter of Fox and Hens: a farmyard with its hen house, white hens and red foxes."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from PIL import Image

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.compositor import Compositor, Sprite, centred, square
from render.canvas.resources import Resources
from render.contract.alt_text import Sentence, Translate
from render.contract.painter import GamePainter
from render.contract.scoreboard import Plate, Plates
from render.contract.view import Orientation, View
from render.games.fox_and_hens.board import HOUSE, FoxAndHensBoard, draw_board
from render.games.fox_and_hens.colours import INKS
from render.games.fox_and_hens.pieces import fox, fox_ghost, hen, hen_ghost
from render.games.fox_and_hens.words import describe, is_turned
from rules import Event
from rules.games.fox_and_hens import GAME, FoxState

# The size of an animal, and the reach of a sprite around its point, in units of the board.
_SIZE, _REACH = 0.8, 0.5


class FoxAndHensPainter:
    """Paint Fox and Hens. The foxes see the board from their own side.

    A capture that was missed is never shown: it is for the hens to find.
    """

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: FoxState, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = FoxAndHensBoard(view.width, turned=is_turned(view))
        diagonals = state.options["diagonals"] == "alternating"
        return self._compositor.paint(
            (board, diagonals),
            view.theme,
            (board.width, board.height),
            partial(draw_board, board=board, diagonals=diagonals),
            _sprites(state, board, view),
        )

    def describe(self, state: FoxState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: FoxState, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies."""
        return Orientation.TURNED if is_turned(view) else Orientation.NEUTRAL

    def plates(self, state: FoxState, view: View) -> Plates:  # noqa: ARG002 -- every painter is asked so
        """Return the lines of foxes and hens, as they look at each other over the board."""
        hens, foxes = Plate(0, "hen", hen), Plate(1, "fox", fox)
        return Plates((hens,), (foxes,)) if is_turned(view) else Plates((foxes,), (hens,))


def _sprites(state: FoxState, board: FoxAndHensBoard, view: View) -> Iterator[Sprite]:
    path = _path(state)
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
    yield from _tallies(state, board)


def _path(state: FoxState) -> tuple[str, ...]:
    """Return the path of the last ply over the board; a step that was taken back leads back."""
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
        name, board.spot(point), ground, square(_REACH * board.unit), centred(figure, size * board.unit)
    )


def _segment(board: FoxAndHensBoard, start: str, end: str) -> Sprite:
    """Return a part of the path of the last ply, as seen from its start."""
    (x, y), (to_x, to_y) = board.spot(start), board.spot(end)
    aboard, down = to_x - x, to_y - y
    thick = 0.15 * board.unit
    box = (min(aboard, 0) - thick, min(down, 0) - thick, max(aboard, 0) + thick, max(down, 0) + thick)

    def draw(canvas: Canvas) -> None:
        canvas.line(((0, 0), (aboard, down)), thick, "trail-edge")
        canvas.line(((0, 0), (aboard, down)), 0.6 * thick, "trail")

    return Sprite(("way", aboard, down), (x, y), "path", box, draw)


def _tallies(state: FoxState, board: FoxAndHensBoard) -> Iterator[Sprite]:
    """Yield what stands beside the board: how many hens are left, and the foxes that are off."""
    unit, number = board.unit, len(state.hens)
    box = (-0.75 * unit, -0.5 * unit, 0.75 * unit, 0.5 * unit)
    yield Sprite(("hens", number), board.corner(0), "meadow", box, partial(_count, unit=unit, number=number))
    yield Sprite(
        ("den", state.off), board.corner(1), "meadow", box, partial(_den, unit=unit, foxes=state.off)
    )


def _count(canvas: Canvas, unit: float, number: int) -> None:
    hen(canvas, (-0.34 * unit, 0.0), _SIZE * unit)
    canvas.text((0.38 * unit, 0.0), str(number), 0.46 * unit, "tally")


def _den(canvas: Canvas, unit: float, foxes: int) -> None:
    """Draw the den beside the board: empty, or with the foxes that are off."""
    for index, x in enumerate((-0.37 * unit, 0.37 * unit)):
        canvas.disc((x, 0.0), 0.33 * unit, "den")
        if index < foxes:
            fox(canvas, (x, 0.0), 0.54 * unit)


def _halo(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.5 * side, "trail-edge")
    canvas.disc(centre, 0.46 * side, "trail")


def _left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.24 * side, "trail-edge")
    canvas.disc(centre, 0.18 * side, "trail")


def _chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.49 * side, 0.08 * side, "hint")


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.2 * side, "path")
    canvas.disc(centre, 0.16 * side, "hint")


_LOSSES: Mapping[str, str] = {"capture": "hen-ghost", "fox-removed": "fox-ghost"}

_MARKS: Mapping[str, tuple[Figure, float]] = {
    "hen": (hen, _SIZE),
    "fox": (fox, _SIZE),
    "hen-ghost": (hen_ghost, _SIZE),
    "fox-ghost": (fox_ghost, _SIZE),
    "halo": (_halo, 0.98),
    "left": (_left, 1.0),
    "chosen": (_chosen, 1.0),
    "target": (_target, 1.0),
}


PAINTER = GamePainter(GAME.key, FoxState, INKS, FoxAndHensPainter)
