"""The painter of the boards of squares: Hnefatafl in all sizes, and Ludus latrunculorum."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from PIL import Image

from render.canvas.canvas import Figure, Tile
from render.canvas.resources import CachedBoard, Resources
from render.canvas.single_flight_cache import SingleFlightCache
from render.contract.alt_text import Sentence, Translate
from render.contract.scoreboard import Plate, Plates
from render.contract.view import Orientation, View
from render.games.tafl.board import BoardInks, Ornaments, draw_board
from render.games.tafl.grid import Grid
from render.games.tafl.marks import MARKS, trail_marks
from render.games.tafl.words import describe
from rules.games.tafl.state import SlidingState

S = TypeVar("S", bound=SlidingState)


@dataclass(frozen=True, slots=True)
class TaflStyle(Generic[S]):
    """How one game of squares looks.

    `pieces` and `ghosts` draw the pieces and where they were captured, by letter. `losses` gives the letter
    of what an event took, by its kind and seat. `marks` are the letters that stand for the sides, by seat.
    `turned_for` is the seat that looks from the far side.
    """

    inks: BoardInks
    pieces: Mapping[str, Figure]
    ghosts: Mapping[str, Figure]
    losses: Mapping[tuple[str, int | None], str]
    marks: tuple[str, str]
    ornaments: Callable[[S], Ornaments]
    turned_for: int | None = None


@dataclass(frozen=True, slots=True)
class _Sprite:
    """One tile to lay: what is drawn, on which ground, where."""

    name: str
    ground: str
    point: str


class TaflPainter(Generic[S]):
    """Paint a game of squares in its style."""

    def __init__(self, style: TaflStyle[S], resources: Resources) -> None:
        self._resources = resources
        self._style = style
        self._boards: SingleFlightCache[tuple[object, ...], CachedBoard] = SingleFlightCache(resources.boards)
        ghosts = {f"ghost-{letter}": figure for letter, figure in style.ghosts.items()}
        self._marks: Mapping[str, Figure] = {**MARKS, **style.pieces, **ghosts}

    def paint(self, state: S, view: View) -> Image.Image:
        """Return the position as a palette image."""
        turned = self.orientation(state, view) is Orientation.TURNED
        grid = Grid(state.columns, state.rows, view.width, turned)
        ornaments = self._style.ornaments(state)
        key = (grid, view.theme, tuple(point for point, _ in ornaments))
        board = self._boards.get(key, lambda: self._board(grid, view.theme, ornaments))
        picture = board.empty()
        for sprite in self._sprites(state, grid, view):
            tile = board.tile(
                (sprite.name, sprite.ground), partial(self._tile, sprite, grid.square, view.theme)
            )
            tile.lay(picture, *grid.corner(sprite.point))
        return picture

    def describe(self, state: S, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view, tuple(self._style.pieces))

    def orientation(self, state: S, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies: each game has at most one seat that looks from the far side."""
        turned = view.seat is not None and view.seat == self._style.turned_for
        return Orientation.TURNED if turned else Orientation.NEUTRAL

    def plates(self, state: S, view: View) -> Plates:
        """Return the lines of the two sides, the one at the bottom of the board below."""
        turned = self.orientation(state, view) is Orientation.TURNED
        upper, lower = (
            Plate(seat, ("mark", seat), self._style.pieces[self._style.marks[seat]])
            for seat in ((1, 0) if turned else (0, 1))
        )
        return Plates((upper,), (lower,))

    def _board(self, grid: Grid, theme: str, ornaments: Ornaments) -> CachedBoard:
        canvas = self._resources.canvas(theme, (0, 0, grid.width, grid.height), self._style.inks.frame)
        draw_board(canvas, grid, self._style.inks)
        for point, ornament in ornaments:
            ornament(canvas, grid.middle(point), grid.square)
        return CachedBoard(canvas.image())

    def _tile(self, sprite: _Sprite, side: int, theme: str) -> Tile:
        canvas = self._resources.canvas(theme, (0, 0, side, side), sprite.ground)
        centre = (side / 2, side / 2)
        self._marks[sprite.name](canvas, centre, side)
        if sprite.name in self._style.pieces and sprite.ground != "trail":
            canvas.cast_shadow(0, max(1, round(0.03 * side)), self._style.inks.shade)
        return canvas.tile()

    def _sprites(self, state: S, grid: Grid, view: View) -> Iterator[_Sprite]:
        path = state.last.path if state.last is not None else ()

        def sprite(name: str, point: str) -> _Sprite:
            ground = "trail" if point in path else self._style.inks.squares[grid.shaded(point)]
            return _Sprite(name, ground, point)

        layers = (
            trail_marks(path, grid),
            self._losses(state),
            ((letter, point) for point, letter in state.pieces.items()),
            (("chosen", point) for point in view.chosen),
            (("target", point) for point in view.targets),
        )
        return (sprite(name, point) for layer in layers for name, point in layer)

    def _losses(self, state: S) -> Iterator[tuple[str, str]]:
        for event in state.events:
            letter = self._style.losses.get((event.kind, event.seat))
            if letter is not None:
                yield from ((f"ghost-{letter}", point) for point in event.points)
