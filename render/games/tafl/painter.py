"""The painter of the boards of squares: Hnefatafl in all sizes, and Ludus latrunculorum."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from render.canvas.canvas import Figure
from render.canvas.compositor import Sprite, lay_sprites
from render.canvas.past_way import WayInks, distinct, past_way
from render.canvas.resources import CachedBoard, Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet, Tile
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.text_renderer import TextRenderer
from render.contract.alt_text import Sentence, Translate
from render.contract.countdown import QuietCount, countdown
from render.contract.layout import Layout
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.tafl.board import Board, lay_coordinates
from render.games.tafl.grid import Grid
from render.games.tafl.marks import MARKS, trail_marks
from render.games.tafl.taken import Prisoners
from render.games.tafl.words import describe
from rules.games.tafl.state import Kit, SlidingState

S = TypeVar("S", bound=SlidingState[Kit])


@dataclass(frozen=True, slots=True)
class TaflStyle(Generic[S]):
    """The design of a game of squares.

    `pieces` and `ghosts` draw the pieces and the traces of captured ones, by letter. `losses` is the letter
    of a captured piece, by the event's kind and seat. `marks` are the letters of the sides' marks by seat,
    `men` of their men, `kings` of their kings, "" for a side without a king. `ways` are the inks of earlier
    moves by seat, drawn on `ground`. `turned_for` is the seat that views the board from the far side.
    """

    pieces: Mapping[str, Figure]
    ghosts: Mapping[str, Figure]
    losses: Mapping[tuple[str, int | None], str]
    marks: tuple[str, str]
    men: tuple[str, str]
    kings: tuple[str, str]
    board: Callable[[S], Board]
    ways: tuple[WayInks, WayInks]
    ground: str
    turned_for: int | None = None


Corner = tuple[int, int]


@lru_cache(maxsize=32)
def _grid(columns: int, rows: int, width: int, turned: bool, around: float) -> Grid:
    return Grid(columns, rows, width, turned, around)


@dataclass(frozen=True, slots=True)
class _CachedBoard:
    """An empty board's drawing, and values needed for every man in every picture.

    `squares` are the ground and the upper left pixel of each square.
    """

    empty: CachedBoard
    grid: Grid
    squares: Mapping[str, tuple[str, Corner]]


class _Piece(NamedTuple):
    """A piece, its ground, and the side of its square: the key of a tile."""

    name: str
    ground: str
    side: int


class TaflPainter(Generic[S]):
    """Paints a game of squares in its style."""

    def __init__(self, style: TaflStyle[S], resources: Resources) -> None:
        self._resources = resources
        self._style = style
        self._boards: SingleFlightCache[tuple[object, ...], _CachedBoard] = SingleFlightCache(
            resources.boards
        )
        ghosts = {f"ghost-{letter}": figure for letter, figure in style.ghosts.items()}
        self._figures: Mapping[str, Figure] = {**MARKS, **style.pieces, **ghosts}
        self._prisoners = Prisoners(style.men)

    def paint(self, state: S, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        kind, turned = self._style.board(state), self._is_turned(view)
        key = (kind, state.columns, state.rows, view.width, turned, view.theme)
        kept = self._boards.get(key, lambda: self._board(state, view, kind))
        sheet, tile = kept.empty.sheet(margins), kept.empty.tile
        lay_sprites(self._resources, kept.empty, sheet, view.theme, self._past_ways(view, kept.grid))
        for piece, (left, top) in self._pieces(state, view, kept):
            sheet.lay(tile(piece, partial(self._tile, piece, view.theme)), left, top)
        return sheet

    def layout(self, state: S, view: View) -> Layout:
        grid = self._grid(state, view, self._style.board(state))
        return Layout(grid.width, grid.height, grid.areas)

    def describe(self, state: S, t: Translate, view: View) -> tuple[Sentence, ...]:
        taken = dict(zip(self._style.men, reversed(self._prisoners.count_taken(state)), strict=True))
        return describe(state, t, view, tuple(self._style.pieces), taken)

    def orientation(self, state: S, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        """Return the board's orientation; at most one seat of a game views it from the far side."""
        return Orientation.TURNED if self._is_turned(view) else Orientation.NEUTRAL

    def plates(self, state: S, view: View) -> Plates:
        """Return the plates of the two sides, each at its own side of the board."""
        taken = self._prisoners.count_taken(state)
        upper, lower = (
            self._plate(state, seat, taken[seat]) for seat in ((1, 0) if self._is_turned(view) else (0, 1))
        )
        return Plates((upper,), (lower,))

    def _plate(self, state: S, seat: int, taken: int) -> Plate:
        mark, man = self._style.marks[seat], self._style.men[1 - seat]
        counts: tuple[Count, ...] = ()
        if taken:
            counts += (Count(("man", man), self._style.pieces[man], taken),)
        if isinstance(state, QuietCount):
            counts += countdown(state, seat)
        figures = self._style.pieces
        king = self._style.kings[seat]
        pieces = (("", figures[self._style.men[seat]]), *((("king", figures[king]),) if king else ()))
        return Plate(seat, ("man", mark), figures[mark], counts, pieces=pieces)

    def _is_turned(self, view: View) -> bool:
        return view.seat is not None and view.seat == self._style.turned_for

    def _board(self, state: S, view: View, kind: Board) -> _CachedBoard:
        grid = self._grid(state, view, kind)
        canvas = self._resources.canvas(view.theme, (0, 0, grid.width, grid.height), "frame")
        kind.draw(canvas, grid)
        picture = canvas.image()
        renderer = TextRenderer(self._resources.palettes[view.theme], self._resources.fonts)
        lay_coordinates(picture, grid, renderer)
        squares = {point: (kind.ground(grid, point), grid.corner(point)) for point in grid.points()}
        return _CachedBoard(self._resources.board(picture), grid, squares)

    def _grid(self, state: S, view: View, kind: Board) -> Grid:
        return _grid(state.columns, state.rows, view.width, self._is_turned(view), kind.border)

    def _tile(self, piece: _Piece, theme: str) -> Tile:
        side = piece.side
        canvas = self._resources.canvas(theme, (0, 0, side, side), piece.ground)
        self._figures[piece.name](canvas, (side / 2, side / 2), side)
        return canvas.tile(tight=True)

    def _pieces(self, state: S, view: View, kept: _CachedBoard) -> Iterator[tuple[_Piece, Corner]]:
        """Yield the pieces with their upper left pixels, in drawing order."""
        path = state.last.path if state.last is not None else ()
        layers = (
            trail_marks(path, kept.grid),
            self._losses(state),
            ((letter, point) for point, letter in state.pieces.items()),
            (("chosen", point) for point in view.chosen),
            (("target", point) for point in view.targets),
        )
        side = kept.grid.square
        for name, point in chain.from_iterable(layers):
            ground, corner = kept.squares[point]
            yield _Piece(name, "trail" if point in path else ground, side), corner

    def _past_ways(self, view: View, grid: Grid) -> Iterator[Sprite]:
        for shown in view.trails:
            spots = distinct(grid.middle(point) for point in shown.path)
            yield past_way(spots, grid.square, self._style.ways[shown.seat], self._style.ground)

    def _losses(self, state: S) -> Iterator[tuple[str, str]]:
        for event in state.events:
            letter = self._style.losses.get((event.kind, event.seat))
            if letter is not None:
                yield from ((f"ghost-{letter}", point) for point in event.points)
