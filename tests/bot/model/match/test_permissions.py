"""Checks of a person's permission to act in a match."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.model.match.match import Match, MatchStatus
from bot.model.match.permissions import (
    check_seat_may_pass,
    is_plannable,
    seat_in,
    seat_of_player,
    seat_to_move,
)
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.refusal import Refusal
from tests.bot.support.matches_in_memory import match_of

ANNA, BEN, CLARA = 1, 2, 3
MATCH = match_of(HumanPlayer(ANNA), HumanPlayer(BEN))
LEFT = replace(match_of(*map(HumanPlayer, (ANNA, BEN, CLARA))), departures=((1, 4),))
OVER = replace(MATCH, status=MatchStatus.FINISHED, turn=None)


@pytest.mark.parametrize(
    ("match", "seat", "plannable"),
    [
        (MATCH, 1, True),
        (MATCH, 0, False),
        (MATCH, None, False),
        (replace(MATCH, turn=None), 1, False),
        (replace(MATCH, commitment="c0ffee"), 1, False),
    ],
    ids=["another's turn", "own turn", "onlooker", "nobody's turn", "dice"],
)
def test_planning_needs_an_opponents_turn_and_no_dice(
    match: Match, seat: int | None, plannable: bool
) -> None:
    assert is_plannable(match, seat) is plannable


@pytest.mark.parametrize(
    ("check", "match", "person", "reason"),
    [
        (seat_of_player, MATCH, CLARA, "not-your-game"),
        (seat_of_player, LEFT, BEN, "you-left"),
        (seat_in, OVER, ANNA, "game-over"),
        (seat_to_move, replace(MATCH, turn=None), ANNA, "dice-awaited"),
        (seat_to_move, MATCH, BEN, "not-your-turn"),
    ],
)
def test_each_check_refuses_with_its_reason(
    check: Callable[[Match, int], int], match: Match, person: int, reason: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        check(match, person)
    assert refusal.value.reason == reason


def test_a_refused_turn_names_the_match() -> None:
    with pytest.raises(Refusal) as refusal:
        seat_to_move(replace(MATCH, plies=3), BEN)
    assert refusal.value.details == {"match": str(MATCH.id)}


def test_an_outdated_position_is_refused() -> None:
    assert seat_to_move(MATCH, ANNA, MATCH.plies) == 0
    with pytest.raises(Refusal) as refusal:
        seat_to_move(MATCH, ANNA, MATCH.plies + 1)
    assert refusal.value.reason == "position-changed"


def test_practice_seats_cannot_be_handed_over() -> None:
    practice = match_of(HumanPlayer(ANNA), EnginePlayer("conhex", 1))
    for match in (MATCH, replace(practice, place=Place(5, 70, "de"))):
        check_seat_may_pass(match)
    with pytest.raises(Refusal) as refusal:
        check_seat_may_pass(practice)
    assert refusal.value.reason == "practice-seat"
