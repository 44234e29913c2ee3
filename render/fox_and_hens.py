"""The painter of Fox and Hens: a farmyard with its hen house, white hens and red foxes."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import cast

from PIL import Image

from render.easel import Easel, Stamp, centred, square
from render.fox_and_hens_board import HOUSE, Cross, draw_board
from render.fox_and_hens_colours import FARMYARD
from render.fox_and_hens_figures import fox, fox_ghost, hen, hen_ghost
from render.fox_and_hens_words import Yard, describe
from render.men import Figure
from render.sheet import Sheet, Spot
from render.studio import Studio
from render.view import Translate, View
from rules import Event, State

_FOXES = 1
# The size of an animal, and the reach of a stamp around its point, in units of the board.
_SIZE, _REACH = 0.8, 0.5


class FarmyardPainter:
    """Paint Fox and Hens. The foxes see the board from their own side.

    A capture that was missed is never shown: it is for the hens to find.
    """

    def __init__(self, studio: Studio) -> None:
        self._easel = Easel(studio.using(FARMYARD))

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the position as a palette image."""
        cross = Cross(view.width, turned=view.seat == _FOXES)
        diagonals = state.options["diagonals"] == "alternating"
        return self._easel.paint(
            (cross, diagonals),
            view.theme,
            (cross.width, cross.height),
            partial(draw_board, cross=cross, diagonals=diagonals),
            _stamps(state, cast("Yard", state), cross, view),
        )

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words."""
        return describe(state, t, view)


def _stamps(state: State, yard: Yard, cross: Cross, view: View) -> Iterator[Stamp]:
    path = _way(state)
    yield from (_segment(cross, start, end) for start, end in pairwise(path))
    recent = frozenset(path)

    def marks(name: str, points: Iterable[str]) -> Iterator[Stamp]:
        for point in points:
            ground = "trail" if point in recent else _ground(point)
            yield _mark(cross, name, point, ground)

    yield from marks("halo", path[-1:])
    yield from marks("left", path[:1] if len(path) > 1 else ())
    for event in state.events:
        yield from marks(_LOSSES.get(event.kind, ""), event.points if event.kind in _LOSSES else ())
    yield from marks("hen", yard.hens)
    yield from marks("fox", yard.foxes)
    yield from marks("chosen", view.chosen)
    yield from marks("target", view.targets)
    yield from _tallies(yard, cross)


def _way(state: State) -> tuple[str, ...]:
    """Return the way of the last ply over the board; a step that was taken back went back."""
    back = next((event for event in state.events if event.kind == "takeback"), None)
    if back is not None:
        return back.points
    removed = any(_is_removal(event) for event in state.events)
    return () if state.last is None or state.last.action == "claim" or removed else state.last.path


def _is_removal(event: Event) -> bool:
    return event.kind == "fox-removed"


def _ground(point: str) -> str:
    return "straw" if point in HOUSE else "path"


def _mark(cross: Cross, name: str, point: str, ground: str) -> Stamp:
    figure, size = _MARKS[name]
    return Stamp(
        name, cross.spot(point), ground, square(_REACH * cross.unit), centred(figure, size * cross.unit)
    )


def _segment(cross: Cross, start: str, end: str) -> Stamp:
    """Return a stretch of the way of the last ply, as seen from its start."""
    (x, y), (to_x, to_y) = cross.spot(start), cross.spot(end)
    across, down = to_x - x, to_y - y
    thick = 0.15 * cross.unit
    box = (min(across, 0) - thick, min(down, 0) - thick, max(across, 0) + thick, max(down, 0) + thick)

    def draw(sheet: Sheet) -> None:
        sheet.line(((0, 0), (across, down)), thick, "trail-edge")
        sheet.line(((0, 0), (across, down)), 0.6 * thick, "trail")

    return Stamp(("way", across, down), (x, y), "path", box, draw)


def _tallies(yard: Yard, cross: Cross) -> Iterator[Stamp]:
    """Yield what stands beside the board: how many hens are left, and the foxes that are off."""
    unit, number = cross.unit, len(yard.hens)
    box = (-0.75 * unit, -0.5 * unit, 0.75 * unit, 0.5 * unit)
    yield Stamp(("hens", number), cross.corner(0), "meadow", box, partial(_count, unit=unit, number=number))
    yield Stamp(("den", yard.off), cross.corner(1), "meadow", box, partial(_den, unit=unit, foxes=yard.off))


def _count(sheet: Sheet, unit: float, number: int) -> None:
    hen(sheet, (-0.34 * unit, 0.0), _SIZE * unit)
    sheet.letters((0.38 * unit, 0.0), str(number), 0.46 * unit, "tally")


def _den(sheet: Sheet, unit: float, foxes: int) -> None:
    """Draw the den beside the board: empty, or with the foxes that are off."""
    for index, x in enumerate((-0.37 * unit, 0.37 * unit)):
        sheet.disc((x, 0.0), 0.33 * unit, "den")
        if index < foxes:
            fox(sheet, (x, 0.0), 0.54 * unit)


def _halo(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.disc(centre, 0.5 * side, "trail-edge")
    sheet.disc(centre, 0.46 * side, "trail")


def _left(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.disc(centre, 0.24 * side, "trail-edge")
    sheet.disc(centre, 0.18 * side, "trail")


def _chosen(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.ring(centre, 0.49 * side, 0.08 * side, "hint")


def _target(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.disc(centre, 0.2 * side, "path")
    sheet.disc(centre, 0.16 * side, "hint")


_LOSSES = {"capture": "hen-ghost", "fox-removed": "fox-ghost"}

_MARKS: dict[str, tuple[Figure, float]] = {
    "hen": (hen, _SIZE),
    "fox": (fox, _SIZE),
    "hen-ghost": (hen_ghost, _SIZE),
    "fox-ghost": (fox_ghost, _SIZE),
    "halo": (_halo, 0.98),
    "left": (_left, 1.0),
    "chosen": (_chosen, 1.0),
    "target": (_target, 1.0),
}
