"""The painter of the boards of squares: Hnefatafl in all sizes, and Ludus latrunculorum."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Protocol, cast

from PIL import Image

from render.grid import Grid
from render.men import Figure
from render.sheet import Sheet, Spot, Tile
from render.shelf import Shelf
from render.studio import Page, Studio
from render.tafl_board import Ground, Ornaments, draw_board
from render.tafl_words import Squares, describe
from render.view import Translate, View
from rules import State


class Ornamented(Protocol):
    """Name the points of a board that carry an ornament."""

    def __call__(self, state: State, /) -> Ornaments:
        """Return the points and their ornaments."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one game of squares looks.

    `figures` and `ghosts` draw the men and where they were captured, by letter. `losses` gives the letter of
    what an event took, by its kind and seat. `turned_for` is the seat that sees the board from its far side.
    """

    ground: Ground
    figures: Mapping[str, Figure]
    ghosts: Mapping[str, Figure]
    losses: Mapping[tuple[str, int | None], str]
    ornaments: Ornamented
    turned_for: int | None = None


@dataclass(frozen=True, slots=True)
class _Stamp:
    """One tile to lay: what is drawn, on which ground, where."""

    name: str
    ground: str
    point: str


class SquarePainter:
    """Paint a game of squares in its look."""

    def __init__(self, studio: Studio, look: Look) -> None:
        self._studio = studio
        self._look = look
        self._pages: Shelf[tuple[object, ...], Page] = Shelf(studio.pages)
        ghosts = {f"ghost-{letter}": figure for letter, figure in look.ghosts.items()}
        self._marks: Mapping[str, Figure] = {**_MARKS, **look.figures, **ghosts}

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = cast("Squares", state)
        turned = view.seat is not None and view.seat == self._look.turned_for
        grid = Grid(board.columns, board.rows, view.width, turned)
        ornaments = self._look.ornaments(state)
        key = (grid, view.theme, tuple(point for point, _ in ornaments))
        page = self._pages.get(key, lambda: self._page(grid, view.theme, ornaments))
        picture = page.blank()
        for stamp in self._stamps(state, board.pieces, grid, view):
            tile = page.tile((stamp.name, stamp.ground), partial(self._tile, stamp, grid.square, view.theme))
            tile.lay(picture, *grid.corner(stamp.point))
        return picture

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words."""
        return describe(state, t, view, tuple(self._look.figures))

    def _page(self, grid: Grid, theme: str, ornaments: Ornaments) -> Page:
        sheet = self._studio.sheet(theme, (0, 0, grid.width, grid.height), self._look.ground.frame)
        draw_board(sheet, grid, self._look.ground)
        for point, ornament in ornaments:
            ornament(sheet, grid.middle(point), grid.square)
        return Page(sheet.page())

    def _tile(self, stamp: _Stamp, side: int, theme: str) -> Tile:
        sheet = self._studio.sheet(theme, (0, 0, side, side), stamp.ground)
        centre = (side / 2, side / 2)
        self._marks[stamp.name](sheet, centre, side)
        if stamp.name in self._look.figures and stamp.ground != "trail":
            sheet.cast_shadow(0, max(1, round(0.03 * side)), self._look.ground.shade)
        return sheet.tile()

    def _stamps(self, state: State, pieces: Mapping[str, str], grid: Grid, view: View) -> Iterator[_Stamp]:
        path = state.last.path if state.last is not None else ()

        def stamp(name: str, point: str) -> _Stamp:
            ground = "trail" if point in path else self._look.ground.squares[grid.shaded(point)]
            return _Stamp(name, ground, point)

        layers = (
            _trail_marks(path, grid),
            self._losses(state),
            ((letter, point) for point, letter in pieces.items()),
            (("chosen", point) for point in view.chosen),
            (("target", point) for point in view.targets),
        )
        return (stamp(name, point) for layer in layers for name, point in layer)

    def _losses(self, state: State) -> Iterator[tuple[str, str]]:
        for event in state.events:
            letter = self._look.losses.get((event.kind, event.seat))
            if letter is not None:
                yield from ((f"ghost-{letter}", point) for point in event.points)


def _trail_marks(path: tuple[str, ...], grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the marks of a way over the board and where they lie."""
    for start, end in pairwise(path):
        name = "step-across" if start[1:] == end[1:] else "step-down"
        yield from ((name, point) for point in grid.between(start, end))
    yield from (("trail", point) for point in path)
    yield from (("left", point) for point in path[:1])


def _trail(sheet: Sheet, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.5 * side - 1
    sheet.rectangle((x - reach, y - reach, x + reach, y + reach), "trail-edge")
    reach -= max(1.0, 0.045 * side)
    sheet.rectangle((x - reach, y - reach, x + reach, y + reach), "trail")


def _left(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.ring(centre, 0.22 * side, 0.06 * side, "trail-edge")


def _step_across(sheet: Sheet, centre: Spot, side: float) -> None:
    _step(sheet, centre, side, (1.0, 0.0))


def _step_down(sheet: Sheet, centre: Spot, side: float) -> None:
    _step(sheet, centre, side, (0.0, 1.0))


def _step(sheet: Sheet, centre: Spot, side: float, way: Spot) -> None:
    x, y = centre
    for part in (-0.34, 0.0, 0.34):
        sheet.disc((x + part * side * way[0], y + part * side * way[1]), 0.065 * side, "trail-edge")


def _chosen(sheet: Sheet, centre: Spot, side: float) -> None:
    x, y = centre
    reach, arm, width = 0.455 * side, 0.2 * side, 0.085 * side
    for across in (-1, 1):
        for down in (-1, 1):
            corner = (x + across * reach, y + down * reach)
            sheet.line(
                ((corner[0] - across * arm, corner[1]), corner, (corner[0], corner[1] - down * arm)),
                width,
                "hint",
            )


def _target(sheet: Sheet, centre: Spot, side: float) -> None:
    sheet.disc(centre, 0.15 * side, "hint")


_MARKS: Mapping[str, Figure] = {
    "trail": _trail,
    "left": _left,
    "step-across": _step_across,
    "step-down": _step_down,
    "chosen": _chosen,
    "target": _target,
}
