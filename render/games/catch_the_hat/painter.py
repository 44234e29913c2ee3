"""The painter of Catch the Hat: a ring of fields, paths to its centre, and a home for each player."""

from collections.abc import Container, Iterator, Sequence
from functools import partial
from typing import Final

from render.canvas.canvas import Canvas
from render.canvas.compositor import Compositor, Sprite, square
from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.canvas.single_flight_cache import SingleFlightCache
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Plates
from render.contract.view import Orientation, View
from render.games.catch_the_hat import marks, rooms
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS, ground
from render.games.catch_the_hat.homes import draw_waiting
from render.games.catch_the_hat.sheet import (
    draw_field,
    draw_number,
    draw_sheet,
    is_named,
    lit_tone,
    number_on,
)
from render.games.catch_the_hat.towers import draw_stacks
from render.games.catch_the_hat.words import describe
from rules.games.catch_the_hat import GAME, HatState

_BOARDS: Final = 64
_BESIDE: Final = 3.5
"""The distance between earlier trails of two players on the same path."""


class CatchTheHatPainter:
    """Paints Catch the Hat. The board has the same orientation for everyone."""

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)
        self._boards: SingleFlightCache[_Asked, CatchTheHatBoard] = SingleFlightCache(_BOARDS)

    def paint(self, state: HatState, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the position as a palette image between its margins."""
        board = self._board(state, view)
        return self._compositor.paint(
            board,
            view.theme,
            board.size,
            partial(draw_sheet, board=board),
            self._sprites(state, board, view),
            margins,
        )

    def layout(self, state: HatState, view: View) -> Layout:
        """Return the places of fields and homes; each stack has an entry, too."""
        board = self._board(state, view)
        stacks = {
            f"{place}:{stack}": board.areas[place]
            for place, stacks in state.stacks.items()
            for stack in stacks
        }
        return Layout(*board.size, {**board.areas, **stacks})

    def describe(self, state: HatState, t: Translate, view: View) -> tuple[Sentence, ...]:
        return describe(state, t, view)

    def orientation(self, state: HatState, view: View) -> Orientation:  # noqa: ARG002 -- the protocol of painters
        return Orientation.NEUTRAL

    def plates(self, state: HatState, view: View) -> Plates:
        """Return the players' name plates, each on the side of their junction, with their captured hats."""
        return rooms.plates(state, view)

    def _board(self, state: HatState, view: View) -> CatchTheHatBoard:
        asked = _key(state, view)
        return self._boards.get(asked, partial(CatchTheHatBoard, *asked))

    def _sprites(self, state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
        stacks: dict[str, tuple[str, ...]] = {
            **{f"H{corner}": () for corner in state.corners},
            **state.stacks,
        }
        for place in stacks:
            if not place.startswith("H") and is_named(board, place):
                yield _bare(board, place)
        shown = tuple(trails(state, board, view))
        for trail in shown:
            yield from marks.trail(board, trail)
        yield from _numbers(board, shown, stacks)
        yield from rooms.sprites(state, board, view)
        # Hats are drawn inside their fields' frames, but behind the frames of homes.
        yield from marks.frames(board, view.chosen, view.targets, homes=False)
        for place in sorted(stacks, key=lambda place: board.spot(place)[1]):
            yield _group(board, place, stacks[place])
        yield from marks.frames(board, view.chosen, view.targets, homes=True)


def board_of(state: HatState, view: View) -> CatchTheHatBoard:
    return CatchTheHatBoard(*_key(state, view))


_Asked = tuple[int, str, tuple[int, ...], tuple[tuple[int, int], ...]]


def _key(state: HatState, view: View) -> _Asked:
    links = tuple(
        (state.corners[party[0]], state.corners[party[1]]) for party in state.parties if len(party) > 1
    )
    return view.width, state.side, state.corners, links


def trails(state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[marks.Trail]:
    """Yield the paths of a view's last moves, the latest last."""
    middle = (state.players - 1) / 2
    for shown in view.trails:
        walk, letter = board.walk(marks.fields_of(shown.path)), HATS[state.corners[shown.seat]]
        yield marks.Trail(walk, letter, past=True, aside=_BESIDE * (shown.seat - middle))
    path = view.trail or (state.last.path if state.last is not None else ())
    if path:
        yield marks.Trail(board.walk(marks.fields_of(path)), _mover(state, path))


def _mover(state: HatState, path: Sequence[str]) -> str:
    """Return the colour of the hat that took a path, found on its last field."""
    (end,) = marks.fields_of(path[-1:])
    if end.startswith("H"):
        return HATS[int(end[1:])]
    tops = {stack[0] for stack in state.stacks.get(end, ())}
    return tops.pop() if len(tops) == 1 else "w"


def _numbers(
    board: CatchTheHatBoard, shown: Sequence[marks.Trail], stacks: Container[str]
) -> Iterator[Sprite]:
    """Redraw the numbers of fields that trails would strike through."""
    passed = [place for trail in shown for place in (trail.places if trail.past else trail.places[1:-1])]
    radius = 0.34 * board.cell
    for place in dict.fromkeys(passed):
        number = None if place[0] == "H" or place in stacks else number_on(board, place)
        if number is not None:
            draw = partial(_draw_plate, number=number, radius=radius, width=board.width)
            yield Sprite(("number", number), board.spot(place), "field", square(radius + 1), draw)


def _draw_plate(canvas: Canvas, number: int, radius: float, width: float) -> None:
    canvas.disc((0.0, 0.0), radius, "field")
    draw_number(canvas, (0.0, 0.0), number, width)


def _bare(board: CatchTheHatBoard, place: str) -> Sprite:
    """Return a field without its name, which its hats would half hide."""
    corner, reach = board.corner_of(place), board.cell / 2 + 1
    draw = partial(draw_field, board=board, place=place, spot=(0.0, 0.0), bare=True)
    tone = ground(lit_tone(board, board.spot(place)) + 4)
    return Sprite(("bare", corner), board.spot(place), tone, square(reach), draw)


def _group(board: CatchTheHatBoard, place: str, stacks: tuple[str, ...]) -> Sprite:
    if place.startswith("H"):
        corner = int(place[1:])
        left, top, right, bottom = board.room(corner).box
        x, y = board.spot(place)
        draw = partial(draw_waiting, board=board, corner=corner, hats=stacks)
        box = (left - x, top - y, right - x, bottom - y)
        return Sprite(("home", corner, stacks), (x, y), "inside", box, draw)
    ink = "stone" if place in board.side.benches else "field"
    draw = partial(draw_stacks, stacks=stacks, cell=board.cell, width=board.width)
    reach = 1.5 * board.cell
    return Sprite(("hats", stacks), board.spot(place), ink, (-reach, -reach, reach, 0.9 * board.cell), draw)


PAINTER = GamePainter(GAME.key, HatState, INKS, CatchTheHatPainter)
