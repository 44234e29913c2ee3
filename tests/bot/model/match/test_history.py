"""Navigation through the history of a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.match.history import Direction, HistoryStep, step_from, stops_of
from bot.model.match.match import MatchPosition
from bot.model.people.players import HumanPlayer
from tests.bot.support.fakes import Counting
from tests.bot.support.matches_in_memory import match_of

ROLL = None
logs = st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=40)


def test_a_roll_joins_the_move_after_it() -> None:
    assert stops_of([]) == (0,)
    assert stops_of([0, 1, 0]) == (0, 1, 2, 3)
    assert stops_of([ROLL, 0, ROLL, 1]) == (0, 2, 4)
    assert stops_of([ROLL, 0, ROLL, ROLL]) == (0, 2, 4)


@pytest.mark.parametrize(
    ("ply", "direction", "index"),
    [
        (4, Direction.FIRST, 0),
        (4, Direction.BACK, 1),
        (4, Direction.FORWARD, 3),
        (4, Direction.LAST, 3),
        (0, Direction.BACK, 0),
        (5, Direction.FORWARD, 3),
        # A ply between two stops, which was a stop until a later roll.
        (3, Direction.BACK, 1),
        (3, Direction.FORWARD, 2),
        (99, Direction.BACK, 3),
    ],
)
def test_a_direction_leads_to_the_next_stop(ply: int, direction: Direction, index: int) -> None:
    assert step_from((0, 2, 4, 5), ply, direction) == index


@given(logs)
def test_every_stop_is_reachable_in_both_directions(log: list[int | None]) -> None:
    stops = stops_of(log)
    forward, backward = [0], [stops[-1]]
    while forward[-1] != stops[-1]:
        forward.append(stops[step_from(stops, forward[-1], Direction.FORWARD)])
    while backward[-1] != 0:
        backward.append(stops[step_from(stops, backward[-1], Direction.BACK)])
    assert tuple(forward) == stops
    assert tuple(reversed(backward)) == stops
    assert stops[-1] == len(log)


@pytest.mark.parametrize(("ply", "index"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (9, 3)])
def test_a_ply_is_shown_in_its_step(ply: int, index: int) -> None:
    assert step_from((0, 2, 4, 5), ply, Direction.HERE) == index


def test_only_the_final_step_is_last() -> None:
    position = MatchPosition(match_of(HumanPlayer(1), HumanPlayer(2)), Counting().new())
    assert [HistoryStep(number, 3, position, (), number).is_last for number in (2, 3)] == [False, True]
