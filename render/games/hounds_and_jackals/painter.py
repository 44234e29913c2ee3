"""The painter of Hounds and Jackals: a palm board on papyrus, light hounds and dark jackals."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.compositor import Compositor, Sprite, centred
from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import Orientation, View
from render.games.hounds_and_jackals import marks
from render.games.hounds_and_jackals.board import HOLES, SHORTCUTS, HoundsAndJackalsBoard, draw_board
from render.games.hounds_and_jackals.colours import INKS
from render.games.hounds_and_jackals.pieces import hound, jackal, medallion
from render.games.hounds_and_jackals.words import at_home, describe
from rules.games.hounds_and_jackals import GAME, HoundsState

# How broad a head is, how far above its hole, and the reach of a sprite around that, in rows.
_SIZE, _LIFT, _ACROSS, _UP, _DOWN = 2.04, 0.5, 1.05, 1.5, 0.5
_PACK = 5
"""How many pieces a pack has; the first that is all home loses."""
_HEADS: tuple[tuple[str, Figure], ...] = (("hound", hound), ("jackal", jackal))


class HoundsAndJackalsPainter:
    """Paint Hounds and Jackals. Each player's own view marks their side."""

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
        """Return where the holes of the player to act lie."""
        board = HoundsAndJackalsBoard(view.width, view.seat)
        return Layout(board.width, board.height, board.areas(state.mover))

    def describe(self, state: HoundsState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: HoundsState, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies: alike for everyone."""
        return Orientation.NEUTRAL

    def plates(self, state: HoundsState, view: View) -> Plates:
        """Return the lines of hounds and jackals with their pieces in the goal, the viewer's below."""
        hounds, jackals = (
            Plate(seat, key, medallion(head), (Count("home", _home, home, _PACK),))
            for seat, ((key, head), home) in enumerate(zip(_HEADS, at_home(state), strict=True))
        )
        return Plates((hounds,), (jackals,)) if view.seat == 1 else Plates((jackals,), (hounds,))


def _sprites(state: HoundsState, board: HoundsAndJackalsBoard, view: View) -> Iterator[Sprite]:
    mover = state.mover
    path = tuple(int(hole) for hole in state.last.path) if state.last is not None else ()
    # Where nobody moves any more, nothing is attacked, and nobody has to know how far a piece may go.
    going_on = state.turn is not None and not view.over

    def mark(name: str, seat: int, hole: int) -> Sprite:
        moved = seat != mover and hole in path[-1:] and name != "halo"
        struck = going_on and seat == mover and hole in state.attacked and name != "attacked"
        ground = "trail" if moved else "seal" if struck else "papyrus"
        figure, size = _MARKS[name]
        return _sprite(board, name, board.spot(seat, hole), ground, figure, size)

    yield from (mark("left", 1 - mover, hole) for hole in path[:-1])
    yield from _way(state, board, path)
    yield from (mark("halo", 1 - mover, hole) for hole in path[-1:])
    if going_on:
        yield from (mark("attacked", mover, hole) for hole in state.attacked)
        yield from _leaps(state, board) if view.still else ()
    for seat, (head, _) in enumerate(_HEADS):
        for hole in state.pieces[seat]:
            yield mark(head, seat, hole)
            yield mark("pin", seat, hole)
    yield from (mark("chosen", mover, int(hole)) for hole in view.chosen)
    yield from (mark("target", mover, int(hole)) for hole in view.targets)


def _sprite(
    board: HoundsAndJackalsBoard, key: object, spot: Spot, ground: str, figure: Figure, size: float
) -> Sprite:
    pitch = board.pitch
    box = (-_ACROSS * pitch, -_UP * pitch, _ACROSS * pitch, _DOWN * pitch)
    return Sprite(key, spot, ground, box, centred(figure, size * pitch))


def _lifted(head: Figure) -> Figure:
    """Return a head above its hole."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        head(canvas, (centre[0], centre[1] - _LIFT / _SIZE * side), side)

    return draw


def _leaps(state: HoundsState, board: HoundsAndJackalsBoard) -> Iterator[Sprite]:
    """Yield where each piece may go: those of whoever is to move by the rules, the others by their steps."""
    for seat in range(state.players):
        if seat == state.mover:
            ends = {(int(move.path[0]), int(move.path[-1])) for move in state.legal_moves() if move.path}
        else:
            ends = {
                (hole, hole + steps) for hole, steps in state.steps(seat).items() if hole + steps in HOLES
            }
        for start, end in sorted(ends):
            (x, y), (to_x, to_y) = board.spot(seat, start), board.spot(seat, end)
            to = (to_x - x, to_y - y)
            ink = "seal" if seat == state.mover and state.attacked else "count"
            reach = 0.5 * board.pitch
            box = (min(to[0], 0) - reach, min(to[1], 0) - reach, max(to[0], 0) + reach, max(to[1], 0) + reach)
            yield Sprite(("leap", to, ink), (x, y), "papyrus", box, marks.leap(to, board.pitch, ink))


def _way(state: HoundsState, board: HoundsAndJackalsBoard, path: tuple[int, ...]) -> Iterator[Sprite]:
    """Yield the stretches of the last move from hole to hole."""
    seat = 1 - state.mover
    taken = {int(event.points[0]) for event in state.events if event.kind == "shortcut"}
    for start, end in pairwise(_holes(path, taken)):
        ends = (start, end)
        spots: tuple[Spot, ...] = (board.spot(seat, start), board.spot(seat, end))
        if ends in SHORTCUTS:
            spots = board.canal(seat, start)
        elif ends[::-1] in SHORTCUTS:
            spots = board.canal(seat, end)[::-1]
        for (x, y), (to_x, to_y) in pairwise(spots):
            to = (to_x - x, to_y - y)
            reach = 0.14 * board.pitch
            box = (min(to[0], 0) - reach, min(to[1], 0) - reach, max(to[0], 0) + reach, max(to[1], 0) + reach)
            yield Sprite(("way", to), (x, y), "papyrus", box, marks.stretch(to, board.pitch))


def _holes(path: tuple[int, ...], taken: set[int]) -> tuple[int, ...]:
    """Return the holes that a move passes, its ends included; `taken` is where it took a shortcut."""
    if not path or path[1] < path[0]:
        return path
    ways, holes = dict(SHORTCUTS), [path[0]]
    while holes[-1] < path[1]:
        holes.append(ways[holes[-1]] if holes[-1] in taken else holes[-1] + 1)
    return tuple(holes)


def _home(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a hole of the goal in the colour of attacks: who is all home has lost."""
    x, y = centre
    for half, rounded, ink in ((0.42, 0.16, "bone"), (0.36, 0.12, "seal"), (0.17, 0.1, "hole")):
        box = (x - half * side, y - half * side, x + half * side, y + half * side)
        canvas.rectangle(box, ink, rounded=rounded * side)


_MARKS: Mapping[str, tuple[Figure, float]] = {
    "hound": (_lifted(hound), _SIZE),
    "jackal": (_lifted(jackal), _SIZE),
    "pin": (marks.pin, 1.0),
    "halo": (marks.halo, 1.0),
    "attacked": (marks.attacked, 1.0),
    "left": (marks.left, 1.0),
    "chosen": (marks.chosen, 1.0),
    "target": (marks.target, 1.0),
}


PAINTER = GamePainter(GAME.key, HoundsState, INKS, HoundsAndJackalsPainter)
