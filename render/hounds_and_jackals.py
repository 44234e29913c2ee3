"""The painter of Hounds and Jackals: a palm board, light hounds and dark jackals."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from PIL import Image

from render.easel import Easel, Stamp, centred, square
from render.hounds_and_jackals_board import Course, draw_board
from render.hounds_and_jackals_colours import PALM_BOARD
from render.hounds_and_jackals_figures import hound, jackal
from render.hounds_and_jackals_words import Tracks, describe, next_seat
from render.men import Figure
from render.sheet import Sheet, Spot
from render.studio import Studio
from render.view import Translate, View
from rules import State

# The size of a head, and the reach of a stamp around its hole, in rows.
_SIZE, _REACH = 0.96, 0.62
_HEADS = ("hound", "jackal")


class PalmBoardPainter:
    """Paint Hounds and Jackals. Each player's own view marks his side and tells his step counts."""

    def __init__(self, studio: Studio) -> None:
        self._easel = Easel(studio.using(PALM_BOARD))

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the position as a palette image."""
        course = Course(view.width, view.seat)
        return self._easel.paint(
            course,
            view.theme,
            (course.width, course.height),
            partial(draw_board, course=course),
            _stamps(state, cast("Tracks", state), course, view),
        )

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words."""
        return describe(state, t, view)


def _stamps(state: State, board: Tracks, course: Course, view: View) -> Iterator[Stamp]:
    mover = next_seat(state)
    path = tuple(int(hole) for hole in state.last.path) if state.last is not None else ()
    looker = mover if view.seat is None else view.seat

    def mark(name: str, seat: int, hole: int) -> Stamp:
        ground = "trail" if seat != mover and hole in path[-1:] and name != "halo" else "sand"
        figure, size = _MARKS[name]
        reach = _REACH * course.pitch
        return Stamp(
            name, course.spot(seat, hole), ground, square(reach), centred(figure, size * course.pitch)
        )

    yield from (mark("left", 1 - mover, hole) for hole in path[:-1])
    yield from (mark("halo", 1 - mover, hole) for hole in path[-1:])
    for seat, head in enumerate(_HEADS):
        yield from (mark(head, seat, hole) for hole in board.pieces[seat])
    yield from (mark("attacked", mover, hole) for hole in board.attacked)
    yield from (mark("chosen", looker, int(hole)) for hole in view.chosen)
    yield from (mark("target", looker, int(hole)) for hole in view.targets)
    if view.seat is not None:
        for hole, steps in board.steps(view.seat).items():
            yield _badge(course, view.seat, hole, steps)


def _badge(course: Course, seat: int, hole: int, steps: int) -> Stamp:
    """Return the step count of a piece, to stand beside it."""
    pitch = course.pitch

    def draw(sheet: Sheet) -> None:
        sheet.rectangle((-0.4 * pitch, -0.4 * pitch, 0.4 * pitch, 0.4 * pitch), "lapis", rounded=0.2 * pitch)
        sheet.letters((0.0, 0.0), str(steps), 0.62 * pitch, "white")

    return Stamp(("steps", steps), course.beside(seat, hole, -1.02), "sand", square(0.42 * pitch), draw)


def _halo(sheet: Sheet, centre: Spot, side: float) -> None:
    x, y = centre
    for reach, ink in ((0.5, "trail-edge"), (0.45, "trail")):
        far = reach * side
        sheet.rectangle((x - far, y - far, x + far, y + far), ink, rounded=0.24 * side)


def _left(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.ring(centre, 0.46 * side, 0.13 * side, "trail-edge")
    sheet.ring(centre, 0.42 * side, 0.07 * side, "trail")


def _attacked(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.ring(centre, 0.5 * side, 0.08 * side, "loss")


def _chosen(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.ring(centre, 0.5 * side, 0.1 * side, "hint")


def _target(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.disc(centre, 0.34 * side, "bone")
    sheet.disc(centre, 0.27 * side, "hint")


_MARKS: dict[str, tuple[Figure, float]] = {
    "hound": (hound, _SIZE),
    "jackal": (jackal, _SIZE),
    "halo": (_halo, 1.14),
    "left": (_left, 1.0),
    "attacked": (_attacked, 1.22),
    "chosen": (_chosen, 1.22),
    "target": (_target, 1.0),
}
