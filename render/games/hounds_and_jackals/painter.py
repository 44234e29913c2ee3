"""The painter of Hounds and Jackals: a palm board, light hounds and dark jackals."""

from collections.abc import Iterator, Mapping
from functools import partial

from PIL import Image

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.compositor import Compositor, Sprite, centred, square
from render.canvas.resources import Resources
from render.contract.alt_text import Sentence, Translate
from render.contract.painter import GamePainter
from render.contract.scoreboard import Plate, Plates
from render.contract.view import Orientation, View
from render.games.hounds_and_jackals.board import HoundsAndJackalsBoard, draw_board
from render.games.hounds_and_jackals.colours import INKS
from render.games.hounds_and_jackals.pieces import hound, jackal
from render.games.hounds_and_jackals.words import describe
from rules.games.hounds_and_jackals import GAME, HoundsState

# The size of a head, and the reach of a sprite around its hole, in rows.
_SIZE, _REACH = 0.96, 0.62
_HEADS = ("hound", "jackal")


class HoundsAndJackalsPainter:
    """Paint Hounds and Jackals. Each player's own view marks their side and tells their step counts."""

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: HoundsState, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = HoundsAndJackalsBoard(view.width, view.seat)
        return self._compositor.paint(
            board,
            view.theme,
            (board.width, board.height),
            partial(draw_board, board=board),
            _sprites(state, board, view),
        )

    def describe(self, state: HoundsState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: HoundsState, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies: alike for everyone."""
        return Orientation.NEUTRAL

    def plates(self, state: HoundsState, view: View) -> Plates:  # noqa: ARG002 -- every painter is asked so
        """Return the lines of hounds and jackals, the viewer's below."""
        hounds, jackals = Plate(0, "hound", hound), Plate(1, "jackal", jackal)
        return Plates((hounds,), (jackals,)) if view.seat == 1 else Plates((jackals,), (hounds,))


def _sprites(state: HoundsState, board: HoundsAndJackalsBoard, view: View) -> Iterator[Sprite]:
    mover = state.mover
    path = tuple(int(hole) for hole in state.last.path) if state.last is not None else ()
    viewer = mover if view.seat is None else view.seat

    def mark(name: str, seat: int, hole: int) -> Sprite:
        ground = "trail" if seat != mover and hole in path[-1:] and name != "halo" else "sand"
        figure, size = _MARKS[name]
        reach = _REACH * board.pitch
        return Sprite(
            name, board.spot(seat, hole), ground, square(reach), centred(figure, size * board.pitch)
        )

    yield from (mark("left", 1 - mover, hole) for hole in path[:-1])
    yield from (mark("halo", 1 - mover, hole) for hole in path[-1:])
    for seat, head in enumerate(_HEADS):
        yield from (mark(head, seat, hole) for hole in state.pieces[seat])
    yield from (mark("attacked", mover, hole) for hole in state.attacked)
    yield from (mark("chosen", viewer, int(hole)) for hole in view.chosen)
    yield from (mark("target", viewer, int(hole)) for hole in view.targets)
    if view.seat is not None:
        for hole, steps in state.steps(view.seat).items():
            yield _badge(board, view.seat, hole, steps)


def _badge(board: HoundsAndJackalsBoard, seat: int, hole: int, steps: int) -> Sprite:
    """Return the step count of a piece, to stand beside it."""
    pitch = board.pitch

    def draw(canvas: Canvas) -> None:
        canvas.rectangle((-0.4 * pitch, -0.4 * pitch, 0.4 * pitch, 0.4 * pitch), "lapis", rounded=0.2 * pitch)
        canvas.text((0.0, 0.0), str(steps), 0.62 * pitch, "white")

    return Sprite(("steps", steps), board.beside(seat, hole, -1.02), "sand", square(0.42 * pitch), draw)


def _halo(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    for reach, ink in ((0.5, "trail-edge"), (0.45, "trail")):
        far = reach * side
        canvas.rectangle((x - far, y - far, x + far, y + far), ink, rounded=0.24 * side)


def _left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.46 * side, 0.13 * side, "trail-edge")
    canvas.ring(centre, 0.42 * side, 0.07 * side, "trail")


def _attacked(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.5 * side, 0.08 * side, "loss")


def _chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.5 * side, 0.1 * side, "hint")


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.34 * side, "bone")
    canvas.disc(centre, 0.27 * side, "hint")


_MARKS: Mapping[str, tuple[Figure, float]] = {
    "hound": (hound, _SIZE),
    "jackal": (jackal, _SIZE),
    "halo": (_halo, 1.14),
    "left": (_left, 1.0),
    "attacked": (_attacked, 1.22),
    "chosen": (_chosen, 1.22),
    "target": (_target, 1.0),
}


PAINTER = GamePainter(GAME.key, HoundsState, INKS, HoundsAndJackalsPainter)
