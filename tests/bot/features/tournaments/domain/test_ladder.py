"""The rungs of a ladder after all kinds of events."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bench.tournaments import SimulationTotals, simulate_ladder
from bot.features.tournaments.domain.ladder import (
    IDLE_AFTER,
    LadderStep,
    StepKind,
    challengeable,
    idle_at,
    ladder_standings,
    passing,
    rungs,
    seats_of,
    steps,
)
from bot.features.tournaments.domain.pairings import Crosstable, Pairing


def game(number: int, challenger: int, challenged: int, points: float | None) -> Pairing:
    """Return a game with the challenger, in the second seat, scoring `points`."""
    scores = None if points is None else (1 - points, points)
    return Pairing(number, (challenged, challenger), scores, challenger=challenger)


def refusal(number: int, challenger: int, challenged: int) -> Pairing:
    return replace(game(number, challenger, challenged, 1), played=False)


def void(number: int, challenger: int, challenged: int) -> Pairing:
    return replace(game(number, challenger, challenged, 0), points=(0.0, 0.0), played=False)


FOUR = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("pairings", "order", "kind"),
    [
        ([game(1, 3, 1, 1)], (3, 1, 2, 4), StepKind.TAKEN),
        ([game(1, 3, 1, 0)], FOUR, StepKind.HELD),
        ([game(1, 3, 1, 0.5)], FOUR, StepKind.DRAWN),
        ([game(2, 3, 2, 1), game(1, 3, 1, 1)], (3, 1, 2, 4), StepKind.WON),
        ([refusal(1, 3, 1)], FOUR, StepKind.REFUSED),
        ([refusal(1, 3, 1), refusal(2, 2, 1)], (2, 1, 3, 4), StepKind.GIVEN_UP),
        ([refusal(1, 3, 1), void(2, 3, 1), refusal(3, 2, 1)], (2, 1, 3, 4), StepKind.GIVEN_UP),
        ([refusal(1, 3, 1), game(2, 3, 1, 0), refusal(3, 2, 1)], FOUR, StepKind.REFUSED),
        ([game(1, 3, 1, 1), refusal(2, 4, 1), refusal(3, 3, 1)], (3, 1, 2, 4), StepKind.REFUSED),
        ([refusal(1, 3, 1), refusal(2, 3, 2)], FOUR, StepKind.REFUSED),
        ([void(1, 3, 1), void(2, 3, 1)], FOUR, StepKind.VOID),
        ([Pairing(1, (1, 2), (0.0, 1.0), played=False)], (2, 1, 3, 4), StepKind.PASSED),
        ([game(1, 3, 1, 1), game(0, 4, 2, None)], (3, 1, 2, 4), StepKind.TAKEN),
    ],
)
def test_rungs_follow_from_all_results_in_order(
    pairings: list[Pairing], order: tuple[int, ...], kind: StepKind
) -> None:
    field = Crosstable(FOUR, tuple(pairings))
    assert rungs(field) == order
    assert steps(field)[-1].kind is kind


def test_a_leaver_has_no_rung_but_their_games_count() -> None:
    field = Crosstable(FOUR, (game(1, 3, 1, 1), game(2, 2, 3, 1)), frozenset({3}))
    assert rungs(field) == (2, 1, 4)
    assert steps(field)[0] == LadderStep(StepKind.TAKEN, 3, 1)


def test_late_entrants_join_at_the_bottom() -> None:
    field = Crosstable((1, 2, 3), (game(1, 3, 1, 1), refusal(2, 2, 1)))
    assert rungs(replace(field, entrants=(1, 2, 3, 4, 5))) == (*rungs(field), 4, 5)


def test_idle_players_are_passed_by_one_rung() -> None:
    assert passing((1, 2, 3, 4), {1, 3}) == ((3, 4), (1, 2))
    assert passing((1, 2, 3, 4), {3, 4}) == ()


def test_players_are_idle_after_two_weeks_without_challenging() -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    active = dict.fromkeys((1, 2, 3), noon) | {3: noon + timedelta(seconds=1)}
    assert idle_at((1, 2, 3, 4), active, noon + IDLE_AFTER) == {2}, "nobody is above 1, and 4 is not counted"
    assert idle_at((1, 2, 3, 4), active, noon + IDLE_AFTER - timedelta(seconds=1)) == frozenset()


def test_challenges_reach_three_rungs_up_and_skip_busy_players() -> None:
    assert challengeable((1, 2, 3, 4, 5), 5) == (4, 3, 2)
    assert challengeable((1, 2, 3, 4, 5), 2) == (1,)
    assert challengeable((1, 2, 3, 4, 5), 5, busy={3}) == (4, 2)
    assert challengeable((1, 2, 3, 4, 5), 5, busy={5}) == ()
    assert challengeable((1, 2, 3, 4, 5), 6) == ()


def test_ladder_standings_combine_rungs_and_results() -> None:
    field = Crosstable(FOUR, (game(1, 3, 1, 1), refusal(2, 4, 2), game(0, 2, 1, None)))
    rows = [
        (standing.entrant, standing.rank, standing.points, standing.games, standing.left)
        for standing in ladder_standings(field)
    ]
    assert rows == [(3, 1, 1.0, 1, 0), (1, 2, 0.0, 1, 1), (2, 3, 0.0, 0, 1), (4, 4, 0.0, 0, 0)]


def test_the_first_seat_goes_to_the_player_with_fewer_first_seats() -> None:
    assert seats_of(Crosstable(FOUR), 2, 1) == (2, 1)
    field = Crosstable(FOUR, (replace(game(1, 2, 1, 0), seats=(2, 1)),))
    assert seats_of(field, 2, 1) == (1, 2)
    assert seats_of(field, 1, 2) == (1, 2)
    assert seats_of(field, 3, 2) == (3, 2)
    assert seats_of(field, 2, 3) == (3, 2)
    assert seats_of(Crosstable(FOUR, (refusal(1, 2, 1),)), 2, 1) == (2, 1), "an unplayed game does not count"


def test_simulated_ladders_keep_their_invariants() -> None:
    rng, totals = Random(26), SimulationTotals()
    for entrants in (3, 5, 8, 13):
        simulate_ladder(entrants, rng, totals)
    assert totals.tournaments == 4
    assert totals.games > 0
