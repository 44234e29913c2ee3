"""The board of Nine Men's Morris, as drawn."""

from collections.abc import Mapping
from dataclasses import replace
from math import cos, radians, sin

import pytest

from render import THEMES, View
from render.canvas.resources import Resources
from render.games.nine_mens_morris import PAINTER
from render.games.nine_mens_morris.board import MorrisBoard
from rules import State
from rules.games.nine_mens_morris import BOARDS, GAME
from tests.render.looking import Look, Picture

BOARD = MorrisBoard(800, "9")
# So many pixels of an ink may be blends of others that happen to be like it.
STRAY = 60
BEFORE = "w../w../.../.w..bb/.../wb./w.b w 0 0"

Box = tuple[int, int, int, int]


def around(point: str, on: MorrisBoard = BOARD) -> Box:
    x, y = on.spot(point)
    far = 0.6 * on.size
    return int(x - far), int(y - far), int(x + far), int(y + far)


def marked_points(picture: Picture, ink: str, on: MorrisBoard = BOARD) -> set[str]:
    return {point for point in on.rules.points if picture.inks(around(point, on)).get(ink, 0) > STRAY}


def state_after(position: str, *moves: str, options: Mapping[str, str] | None = None) -> State:
    state: State = GAME.from_position(position, options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("men", BOARDS)
def test_men_stand_where_they_are_and_nowhere_else(men: str, theme: str, look: Look) -> None:
    on = MorrisBoard(800, men)
    state: State = GAME.new({"men": men})
    for _ in range(6):
        state = state.play(state.legal_moves()[3])
    picture = look(state, View(theme=theme))
    men_at = GAME.from_position(state.position, state.options).men
    assert marked_points(picture, "ivory", on) == {point for point, seat in men_at.items() if seat == 0}
    assert marked_points(picture, "night", on) == {point for point, seat in men_at.items() if seat == 1}


def test_the_last_move_its_mill_and_what_it_took_are_shown(look: Look) -> None:
    picture = look(state_after(BEFORE, "b4-a4xd2"))
    assert marked_points(picture, "loss") == {"d2"}
    assert marked_points(picture, "trail") == {"a4", "b4"}
    x, y = BOARD.place(0, 4.5)
    assert picture.ink(x, y) == "gold"
    assert picture.ink(*BOARD.place(1, 4.5)) == "line"


def test_what_can_be_chosen_is_marked_on_men_and_on_empty_points(look: Look) -> None:
    state = state_after(BEFORE)
    targets = look(state, View(seat=0, chosen=("b4",), targets=("a4", "c4")))
    assert marked_points(targets, "hint") == {"a4", "b4", "c4"}
    taking = look(state, View(seat=0, chosen=("b4", "a4"), targets=("d2", "f4")))
    assert marked_points(taking, "hint") == {"a4", "b4", "d2", "f4"}
    assert marked_points(taking, "night") == {"d2", "f4", "g4", "g1"}


def test_men_in_hand_are_counted_as_long_as_there_are_some() -> None:
    painter = PAINTER.ready(Resources())
    first = GAME.new()
    plates = painter.plates(first.play(first.parse("d6")), View())
    counts = [count.number for plate in (*plates.above, *plates.below) for count in plate.counts]
    assert counts == [9, 0, 8, 0]
    late = painter.plates(state_after(BEFORE, "b4-a4xd2"), View())
    assert [count.number for plate in (*late.above, *late.below) for count in plate.counts] == [4, 6]
    assert [plate.seat for plate in (*late.above, *late.below)] == [1, 0]
    last = painter.plates(state_after("w../w../.../.w..bb/.../wb./w.b b 0 1"), View())
    assert [count.number for plate in (*last.above, *last.below) for count in plate.counts] == [1, 4, 0, 4]
    own = painter.plates(GAME.new(), View(seat=1))
    assert [plate.seat for plate in (*own.above, *own.below)] == [0, 1]


def test_plies_without_a_mill_are_counted_for_the_side_to_act() -> None:
    state = replace(GAME.from_position(BEFORE), quiet=60)
    plates = PAINTER.ready(Resources()).plates(state, View())
    counts = {
        plate.seat: [count.number for count in plate.counts] for plate in (*plates.above, *plates.below)
    }
    assert {seat: 60 in numbers for seat, numbers in counts.items()} == {0: True, 1: False}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_go_on_in_the_shadows_of_men(theme: str, look: Look) -> None:
    state = GAME.new({"men": "9"})
    for move in ("d6", "f4"):
        state = state.play(state.parse(move))
    picture, (x, y) = look(state, View(theme=theme)), BOARD.spot("d6")
    for across, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        for far in (0.55, 0.58, 0.62):
            spot = x + across * far * BOARD.size, y + down * far * BOARD.size
            assert picture.ink(*spot) == "line", (across, down, far)


def test_the_halo_of_the_man_that_moved_is_whole(look: Look) -> None:
    state = GAME.new({"men": "9"}).play(GAME.new({"men": "9"}).parse("d6"))
    picture, (x, y) = look(state), BOARD.spot("d6")
    reach = 0.585 * BOARD.size
    for degrees in range(0, 360, 5):
        spot = x + reach * cos(radians(degrees)), y + reach * sin(radians(degrees))
        assert picture.nearest(*spot) in {"trail", "trail-edge"}, degrees
