"""The painter of Hounds and Jackals: an ivory slab on legs, pegs of ivory and ebony."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Compositor, Sprite, square
from render.canvas.curves import bow
from render.canvas.past_way import WayInks, distinct, past_way
from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.hounds_and_jackals import marks
from render.games.hounds_and_jackals.board import GOAL, HOLES, SHORTCUTS, HoundsAndJackalsBoard
from render.games.hounds_and_jackals.colours import INKS
from render.games.hounds_and_jackals.pieces import HEAD, draw_peg, draw_peg_halo, draw_peg_shadow, medallion
from render.games.hounds_and_jackals.slab import draw_board, draw_cross, house_box
from render.games.hounds_and_jackals.words import at_home, describe
from rules import Event
from rules.games.hounds_and_jackals import GAME, HoundsState

_PACK = 5
"""The number of pieces in a pack; the first pack completely home loses."""
_WAYS = (WayInks("ivory", "ivory-edge"), WayInks("coat", "ivory"))
"""The inks of earlier moves, by seat."""
_UNIT = 50.0
"""The distance between adjacent holes in a picture 800 wide."""


class HoundsAndJackalsPainter:
    """Paints Hounds and Jackals. Each player's own view marks their side."""

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: HoundsState, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        board = HoundsAndJackalsBoard(view.width, view.seat)
        return self._compositor.paint(
            board,
            view.theme,
            (board.width, board.height),
            partial(draw_board, board=board),
            _sprites(state, board, view),
            margins,
        )

    def layout(self, state: HoundsState, view: View) -> Layout:
        """Return the places of the holes of the player to act."""
        board = HoundsAndJackalsBoard(view.width, view.seat)
        return Layout(board.width, board.height, board.areas(state.mover))

    def describe(self, state: HoundsState, t: Translate, view: View) -> tuple[Sentence, ...]:
        return describe(state, t, view)

    def orientation(self, state: HoundsState, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        """Return the board's orientation: the same for everyone."""
        return Orientation.NEUTRAL

    def plates(self, state: HoundsState, view: View) -> Plates:
        """Return the plates of hounds and jackals with their pieces in the goal, the viewer's below."""
        hounds, jackals = (
            Plate(seat, ("pack", seat), medallion(seat), (Count("home", _home, home, _PACK),))
            for seat, home in enumerate(at_home(state))
        )
        return Plates((hounds,), (jackals,)) if view.seat == 1 else Plates((jackals,), (hounds,))


def _sprites(state: HoundsState, board: HoundsAndJackalsBoard, view: View) -> Iterator[Sprite]:
    mover, scale = state.mover, board.scale
    path = tuple(int(hole) for hole in state.last.path) if state.last is not None else ()
    # After the end no piece is attacked, and step counts are of no use.
    going_on = state.turn is not None and not view.over
    pegs = [(seat, hole) for seat, pieces in enumerate(state.pieces) for hole in pieces]
    chosen = {(mover, int(hole)) for hole in view.chosen}
    struck = {(mover, hole) for hole in state.attacked} if going_on else set()
    moved = {(1 - mover, hole) for hole in path[-1:]}

    def spot(name: str, seat: int, hole: int, ground: str = "slab") -> Sprite:
        draw = partial(_SPOTS[name], centre=(0.0, 0.0), scale=scale)
        return Sprite(name, board.spot(seat, hole), ground, square(28 * scale), draw)

    yield from (_storey(board, seat, hole) for seat, hole in pegs if hole in GOAL)
    yield from _past_ways(board, view)
    yield from _way(state, board, path)
    yield from (spot("left", 1 - mover, hole) for hole in path[:-1])
    yield from (_peg(board, seat, hole, "shadow") for seat, hole in pegs)
    if going_on and view.still:
        yield from _leaps(state, board)
    yield from (spot("attacked", seat, hole) for seat, hole in sorted(struck))
    for seat, hole in pegs:
        halo = _halo((seat, hole), chosen, struck, moved)
        if halo is not None:
            yield _peg(board, seat, hole, halo)
    for seat, hole in pegs:
        halo = _halo((seat, hole), chosen, struck, moved)
        yield _peg(board, seat, hole, "", halo or ("house-full" if hole in GOAL else "slab"))
    yield from (spot("chosen", seat, hole) for seat, hole in sorted(chosen.difference(pegs)))
    yield from (spot("target", mover, int(hole)) for hole in view.targets)


def _halo(
    piece: tuple[int, int],
    chosen: Container[tuple[int, int]],
    struck: Container[tuple[int, int]],
    moved: Container[tuple[int, int]],
) -> str | None:
    """Return the ink of the glow around a piece, None without a glow."""
    for ink, pieces in (("hint", chosen), ("seal", struck), ("trail", moved)):
        if piece in pieces:
            return ink
    return None


def _storey(board: HoundsAndJackalsBoard, seat: int, hole: int) -> Sprite:
    """Return a storey of the house with a piece in it."""
    left, top, right, bottom = house_box(board, seat)
    (x, y), high, inset = board.spot(seat, hole), (bottom - top) / 5, max(1.0, board.scale)
    box = (left - x, -high / 2 + inset, right - x, high / 2 - inset)
    return Sprite(("storey", seat), (x, y), "house", box, lambda canvas: canvas.rectangle(box, "house-full"))


def _peg(board: HoundsAndJackalsBoard, seat: int, hole: int, part: str, ground: str = "slab") -> Sprite:
    """Return a peg, its shadow, or its glow in a given ink."""
    head, scale = board.head(seat, hole), board.scale
    reach = 0.62 * HEAD * scale + 12 * scale
    edge = 22 * scale
    box = (
        min(head[0] - reach, -edge), head[1] - reach, max(head[0] + reach, edge), max(head[1] + reach, edge),
    )  # fmt: skip
    draw: Callable[[Canvas], None]
    if part == "shadow":
        draw = partial(draw_peg_shadow, seat=seat, head=head, scale=scale)
    elif part:
        draw = partial(draw_peg_halo, seat=seat, head=head, scale=scale, inks=(_GLOWS[part], part))
    else:
        draw = partial(draw_peg, seat=seat, head=head, scale=scale)
    return Sprite(("peg", seat, head, part), board.spot(seat, hole), ground, box, draw)


def _leaps(state: HoundsState, board: HoundsAndJackalsBoard) -> Iterator[Sprite]:
    """Yield the possible moves of each piece: the mover's by the rules, the others' by their steps."""
    for seat in range(state.players):
        if seat == state.mover:
            ends = {(int(move.path[0]), int(move.path[-1])) for move in state.legal_moves() if move.path}
        else:
            ends = {
                (hole, hole + steps) for hole, steps in state.steps(seat).items() if hole + steps in HOLES
            }
        ink = "seal" if seat == state.mover and state.attacked else "count"
        for start, end in sorted(ends):
            spots = _arc(board, seat, start, end)
            yield _line(board, ("leap", ink), spots, partial(marks.leap, scale=board.scale, ink=ink), 10.0)


def _arc(board: HoundsAndJackalsBoard, seat: int, start: int, end: int) -> list[Spot]:
    """Return a curve beside the holes that a piece jumps over."""
    (x, y), (to_x, to_y) = board.spot(seat, start), board.spot(seat, end)
    out = (1 if seat == 0 else -1) * board.scale
    bulge = min(19.0, 6 + 3.2 * abs(end - start)) * out if x == to_x else 0.0
    return bow([(x, y), ((x + to_x) / 2 + bulge, (y + to_y) / 2), (to_x, to_y)])


def _way(state: HoundsState, board: HoundsAndJackalsBoard, path: tuple[int, ...]) -> Iterator[Sprite]:
    """Yield the stretches of the last move from hole to hole."""
    seat = 1 - state.mover
    for start, end in pairwise(_holes(path, state.events)):
        spots = _stretch(board, seat, start, end)
        yield _line(board, "way", spots, partial(marks.stretch, scale=board.scale), 8.0)


def _past_ways(board: HoundsAndJackalsBoard, view: View) -> Iterator[Sprite]:
    for shown in view.trails:
        holes = _holes(tuple(int(hole) for hole in shown.path), shown.events)
        stretches = (_stretch(board, shown.seat, start, end) for start, end in pairwise(holes))
        spots = distinct(chain.from_iterable(stretches))
        yield past_way(spots, _UNIT * board.scale, _WAYS[shown.seat], "slab")


def _stretch(board: HoundsAndJackalsBoard, seat: int, start: int, end: int) -> tuple[Spot, ...]:
    """Return the path from a hole to the next one."""
    if (start, end) in SHORTCUTS:
        return board.canal(seat, start)
    if (end, start) in SHORTCUTS:
        return board.canal(seat, end)[::-1]
    groove, low, high = board.groove(seat), *sorted((start, end))
    first, last = groove.index(board.spot(seat, low)), groove.index(board.spot(seat, high))
    return groove[first : last + 1] if start < end else groove[first : last + 1][::-1]


def _line(
    board: HoundsAndJackalsBoard,
    key: object,
    spots: Sequence[Spot],
    draw: Callable[[Sequence[Spot]], Callable[[Canvas], None]],
    reach: float,
) -> Sprite:
    """Return a line that begins at a hole; equal shapes elsewhere are drawn once."""
    x, y = spots[0]
    ways = tuple((across - x, down - y) for across, down in spots)
    far = (reach + 10) * board.scale
    box = (
        min(across for across, _ in ways) - far,
        min(down for _, down in ways) - far,
        max(across for across, _ in ways) + far,
        max(down for _, down in ways) + far,
    )
    return Sprite((key, ways), (x, y), "slab", box, draw(ways))


def _holes(path: tuple[int, ...], events: tuple[Event, ...]) -> tuple[int, ...]:
    """Return the holes on a move's path, including its ends; `events` name the shortcuts taken."""
    taken = {int(event.points[0]) for event in events if event.kind == "shortcut"}
    if not path or path[1] < path[0]:
        return path
    ways, holes = dict(SHORTCUTS), [path[0]]
    while holes[-1] < path[1]:
        holes.append(ways[holes[-1]] if holes[-1] in taken else holes[-1] + 1)
    return tuple(holes)


def _home(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the goal as a small house with a cross on its red roof: a player with all pieces home loses."""
    x, y = centre
    across = 0.4 * side
    canvas.rectangle((x - across, y - 0.1 * side, x + across, y + 0.46 * side), "groove")
    thin = 0.05 * side
    canvas.rectangle(
        (x - across + thin, y - 0.1 * side, x + across - thin, y + 0.46 * side - thin), "house-full"
    )
    roof = (
        (x - 0.52 * side, y + 0.04 * side), (x - 0.3 * side, y - 0.46 * side),
        (x + 0.3 * side, y - 0.46 * side), (x + 0.52 * side, y + 0.04 * side),
    )  # fmt: skip
    canvas.polygon(roof, "seal")
    draw_cross(canvas, (x, y - 0.2 * side), 0.19 * side)


_GLOWS: Mapping[str, str] = {"trail": "trail-edge", "seal": "seal-edge", "hint": "bone"}
"""The edge ink of each glow."""

_SPOTS: Mapping[str, Callable[..., None]] = {
    "left": marks.draw_left,
    "attacked": marks.draw_attacked,
    "chosen": marks.draw_chosen,
    "target": marks.target,
}


PAINTER = GamePainter(GAME.key, HoundsState, INKS, HoundsAndJackalsPainter)
