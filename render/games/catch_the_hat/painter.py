"""The painter of Catch the Hat: a ring of fields, ways to its centre, and a home for each player."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from render.canvas.canvas import Canvas
from render.canvas.compositor import Compositor, Sprite
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
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.pieces import draw_group, draw_rows
from render.games.catch_the_hat.sheet import draw_field, draw_sheet, ground_of, rim_of
from render.games.catch_the_hat.words import describe
from rules.games.catch_the_hat import GAME, HatState

_BOARDS: Final = 64


class CatchTheHatPainter:
    """Paint Catch the Hat. The board lies the same way for everybody."""

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
        """Return where fields and homes lie; a stack among several lies where its place does."""
        board = self._board(state, view)
        stacks = {
            f"{place}:{stack}": board.areas[place]
            for place, stacks in state.stacks.items()
            for stack in stacks
        }
        return Layout(*board.size, {**board.areas, **stacks})

    def describe(self, state: HatState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: HatState, view: View) -> Orientation:  # noqa: ARG002 -- every painter is asked so
        """Return how the board lies."""
        return Orientation.NEUTRAL

    def plates(self, state: HatState, view: View) -> Plates:  # noqa: ARG002 -- every painter is asked so
        """Return the names of the players, each on the side of their junction, with what they have caught."""
        return rooms.plates(state)

    def _board(self, state: HatState, view: View) -> CatchTheHatBoard:
        asked = _asked(state, view)
        return self._boards.get(asked, partial(CatchTheHatBoard, *asked))

    def _sprites(self, state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
        path = view.trail or (state.last.path if state.last is not None else ())
        walk = board.walk(marks.fields_of(path))
        yield from marks.way(board, walk)
        yield from rooms.sprites(state, board, view)
        passed = set(walk)
        stacks: dict[str, tuple[str, ...]] = {
            **{f"H{corner}": () for corner in state.corners},
            **state.stacks,
        }
        for place in sorted(stacks, key=lambda place: board.spot(place)[1]):
            yield _group(board, place, stacks[place], passed=place in passed)
        yield from (marks.chosen(board, place) for place in dict.fromkeys(marks.fields_of(view.chosen)))
        yield from (marks.target(board, place) for place in dict.fromkeys(marks.fields_of(view.targets)))


def board_of(state: HatState, view: View) -> CatchTheHatBoard:
    """Return the board as a view shows it."""
    return CatchTheHatBoard(*_asked(state, view))


_Asked = tuple[int, str, tuple[int, ...], tuple[tuple[int, int], ...]]


def _asked(state: HatState, view: View) -> _Asked:
    links = tuple(
        (state.corners[party[0]], state.corners[party[1]]) for party in state.parties if len(party) > 1
    )
    return view.width, state.side, state.corners, links


def _group(board: CatchTheHatBoard, place: str, stacks: tuple[str, ...], *, passed: bool) -> Sprite:
    if place.startswith("H"):
        room = board.room(int(place[1:]))
        left, top, right, bottom = room.box
        inset = 5 * max(1.0, 2 * board.scale)
        size = right - left - 2 * inset, bottom - top - 2 * inset
        box = (-size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2)
        letter = HATS[int(place[1:])]
        draw = partial(
            draw_rows,
            stacks=stacks,
            room=size,
            columns=room.columns,
            places=board.side.hats,
        )
        return Sprite(("home", room.columns, letter, stacks), board.spot(place), f"tint-{letter}", box, draw)
    ground = "way" if passed else None
    key = ("hats", stacks, ground, rim_of(board, place), place in board.side.benches)
    draw = partial(_draw_held, board=board, place=place, stacks=stacks, ground=ground)
    reach = 0.66 * board.cell
    return Sprite(key, board.spot(place), "frame", (-1.4 * reach, -reach, 1.4 * reach, reach), draw)


def _draw_held(
    canvas: Canvas, board: CatchTheHatBoard, place: str, stacks: tuple[str, ...], ground: str | None
) -> None:
    """Draw a field with the hats on it, which leave no room for its name."""
    draw_field(canvas, board, place, (0.0, 0.0), ground, bare=True)
    halo = None if rim_of(board, place) is None else ground_of(board, place, ground)
    draw_group(canvas, stacks, board.cell, board.width, halo)


PAINTER = GamePainter(GAME.key, HatState, INKS, CatchTheHatPainter)
