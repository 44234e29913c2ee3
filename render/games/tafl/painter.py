"""The painter of the boards of squares: Hnefatafl in all sizes, and Ludus latrunculorum."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from PIL import Image

from render.canvas.canvas import Figure, Tile
from render.canvas.lettering import Lettering
from render.canvas.resources import CachedBoard, Resources
from render.canvas.single_flight_cache import SingleFlightCache
from render.contract.alt_text import Sentence, Translate
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.tafl.board import Board, lay_coordinates
from render.games.tafl.grid import Grid
from render.games.tafl.marks import MARKS, trail_marks
from render.games.tafl.taken import Prisoners
from render.games.tafl.words import describe
from rules.games.tafl.state import SlidingState

S = TypeVar("S", bound=SlidingState)


@dataclass(frozen=True, slots=True)
class TaflStyle(Generic[S]):
    """How one game of squares looks.

    `pieces` and `ghosts` draw the pieces and where they were captured, by letter. `losses` gives the letter
    of what an event took, by its kind and seat. `marks` are the letters that stand for the sides, `men` those
    of their men, by seat. `crowded` gives the bytes of a crowded board in a theme (`Painter.crowded_bytes`).
    `turned_for` is the seat that looks from the far side.
    """

    pieces: Mapping[str, Figure]
    ghosts: Mapping[str, Figure]
    losses: Mapping[tuple[str, int | None], str]
    marks: tuple[str, str]
    men: tuple[str, str]
    board: Callable[[S], Board]
    crowded: Callable[[S, str], int]
    turned_for: int | None = None


@dataclass(frozen=True, slots=True)
class _Sprite:
    """One tile to lay: what is drawn, on which ground, in a square of that side, from which pixel on."""

    name: str
    ground: str
    side: int
    corner: tuple[int, int]


class TaflPainter(Generic[S]):
    """Paint a game of squares in its style."""

    def __init__(self, style: TaflStyle[S], resources: Resources) -> None:
        self._resources = resources
        self._style = style
        self._boards: SingleFlightCache[tuple[object, ...], CachedBoard] = SingleFlightCache(resources.boards)
        ghosts = {f"ghost-{letter}": figure for letter, figure in style.ghosts.items()}
        self._figures: Mapping[str, Figure] = {**MARKS, **style.pieces, **ghosts}
        self._prisoners = Prisoners(style.men)

    def paint(self, state: S, view: View) -> Image.Image:
        """Return the position as a palette image."""
        kind = self._style.board(state)
        grid = Grid(state.columns, state.rows, view.width, self._turned(view), kind.room)
        board = self._boards.get((grid, view.theme, kind), lambda: self._board(grid, view.theme, kind))
        picture = board.empty()
        for sprite in self._sprites(state, grid, view, kind):
            key = (sprite.name, sprite.ground, sprite.side)
            board.tile(key, partial(self._tile, sprite, view.theme)).lay(picture, *sprite.corner)
        return picture

    def describe(self, state: S, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        taken = dict(zip(self._style.men, reversed(self._prisoners.taken(state)), strict=True))
        return describe(state, t, view, tuple(self._style.pieces), taken)

    def orientation(self, state: S, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies: each game has at most one seat that looks from the far side."""
        return Orientation.TURNED if self._turned(view) else Orientation.NEUTRAL

    def plates(self, state: S, view: View) -> Plates:
        """Return the lines of the two sides, the one at the bottom of the board below."""
        upper, lower = (self._plate(state, seat) for seat in ((1, 0) if self._turned(view) else (0, 1)))
        return Plates((upper,), (lower,))

    def crowded_bytes(self, state: S, view: View) -> int:
        """Return how many bytes a crowded board takes, with its lines and a card that tells nothing."""
        return self._style.crowded(state, view.theme)

    def _plate(self, state: S, seat: int) -> Plate:
        mark, man = self._style.marks[seat], self._style.men[1 - seat]
        number = self._prisoners.taken(state)[seat]
        counts = (Count(("man", man), self._style.pieces[man], number),) if number else ()
        return Plate(seat, ("man", mark), self._style.pieces[mark], counts)

    def _turned(self, view: View) -> bool:
        return view.seat is not None and view.seat == self._style.turned_for

    def _board(self, grid: Grid, theme: str, kind: Board) -> CachedBoard:
        canvas = self._resources.canvas(theme, (0, 0, grid.width, grid.height), "frame")
        kind.draw(canvas, grid)
        picture = canvas.image()
        lay_coordinates(picture, grid, Lettering(self._resources.palettes[theme], self._resources.fonts))
        return self._resources.board(picture)

    def _tile(self, sprite: _Sprite, theme: str) -> Tile:
        side = sprite.side
        canvas = self._resources.canvas(theme, (0, 0, side, side), sprite.ground)
        self._figures[sprite.name](canvas, (side / 2, side / 2), side)
        return canvas.tile(tight=True)

    def _sprites(self, state: S, grid: Grid, view: View, kind: Board) -> Iterator[_Sprite]:
        path = state.last.path if state.last is not None else ()
        layers = (
            trail_marks(path, grid),
            self._losses(state),
            ((letter, point) for point, letter in state.pieces.items()),
            (("chosen", point) for point in view.chosen),
            (("target", point) for point in view.targets),
        )
        for layer in layers:
            for name, point in layer:
                ground = "trail" if point in path else kind.ground(grid, point)
                yield _Sprite(name, ground, grid.square, grid.corner(point))
        yield from self._laid_aside(state, grid, kind)

    def _laid_aside(self, state: S, grid: Grid, kind: Board) -> Iterator[_Sprite]:
        """Yield the men that each side has taken, where the board has room for them."""
        trays = (kind.tray(grid, lower=grid.turned), kind.tray(grid, lower=not grid.turned))
        if trays == (None, None):
            return
        for tray, number, man in zip(
            trays, self._prisoners.taken(state), reversed(self._style.men), strict=True
        ):
            if tray is not None:
                for corner in tray.places[:number]:
                    yield _Sprite(man, tray.ground, tray.side, corner)

    def _losses(self, state: S) -> Iterator[tuple[str, str]]:
        for event in state.events:
            letter = self._style.losses.get((event.kind, event.seat))
            if letter is not None:
                yield from ((f"ghost-{letter}", point) for point in event.points)
