"""The drawn board of Nine Men's Morris."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from render import View
from render.canvas.resources import Resources
from render.games.nine_mens_morris import PAINTER
from render.games.nine_mens_morris.board import MorrisBoard
from rules import State
from rules.games.nine_mens_morris import BOARDS, GAME
from tests.render.looking import Look

BEFORE = "w../w../.../.w..bb/.../wb./w.b w 0 0"


def state_after(position: str, *moves: str, options: Mapping[str, str] | None = None) -> State:
    state: State = GAME.from_position(position, options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


@pytest.mark.parametrize("men", BOARDS)
def test_men_are_drawn_only_on_their_points(men: str, look: Look) -> None:
    state, on = GAME.new({"men": men}), MorrisBoard(800, men)
    for _ in range(6):
        state = state.play(state.legal_moves()[3])
    picture, reach = look(state), 0.6 * on.size
    for point in on.rules.points:
        x, y = on.spot(point)
        inks = picture.inks((x - reach, y - reach, x + reach, y + reach))
        seats = [seat for seat, ink in enumerate(("ivory", "night")) if inks.get(ink, 0) > 60]
        assert seats == ([state.men[point]] if point in state.men else []), point


def test_men_in_hand_are_counted_while_any_remain() -> None:
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


def test_mill_less_plies_count_for_the_side_to_act() -> None:
    state = replace(GAME.from_position(BEFORE), quiet=60)
    plates = PAINTER.ready(Resources()).plates(state, View())
    counts = {
        plate.seat: [count.number for count in plate.counts] for plate in (*plates.above, *plates.below)
    }
    assert {seat: 60 in numbers for seat, numbers in counts.items()} == {0: True, 1: False}
