"""Glicko-2: its author's published example, and invariants for every result."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.features.ratings.domain.glicko import DRAW, LOSS, WIN, Encounter, rate
from bot.model.ratings.rating import START, UNSURE, Rating, after_rest

ratings = some.builds(
    Rating, some.floats(800, 2400), some.floats(30, 350), some.floats(0.03, 0.1, allow_subnormal=False)
)


def test_glickmans_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system": one player, three games in one period, tau 0.5."""
    player = Rating(1500, 200, 0.06)
    period = (
        Encounter(Rating(1400, 30, 0.06), WIN),
        Encounter(Rating(1550, 100, 0.06), LOSS),
        Encounter(Rating(1700, 300, 0.06), LOSS),
    )
    after = rate(player, period)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_results_increases_the_deviation() -> None:
    """From the same document: only step 6 applies."""
    after = rate(Rating(1500, 200, 0.06), ())
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)


def test_idle_periods_add_up_to_the_maximum_deviation() -> None:
    player = Rating(1600, 60, 0.06)
    assert after_rest(after_rest(player, 10), 20).deviation == pytest.approx(after_rest(player, 30).deviation)
    assert after_rest(player, 0).deviation == pytest.approx(60)
    assert after_rest(player, 100_000).deviation == UNSURE


@given(player=ratings, opponent=ratings, days=some.integers(0, 400))
def test_the_winner_gains_and_the_loser_loses_rating(player: Rating, opponent: Rating, days: int) -> None:
    loser, even, winner = (rate(player, [Encounter(opponent, score)], days) for score in (LOSS, DRAW, WIN))
    assert loser.value < player.value < winner.value
    assert loser.value < even.value < winner.value
    assert max(loser.deviation, even.deviation, winner.deviation) <= UNSURE
    assert min(loser.volatility, even.volatility, winner.volatility) > 0


def test_a_draw_between_equals_keeps_their_ratings() -> None:
    after = rate(Rating(), [Encounter(Rating(), DRAW)], 0)
    assert after.value == pytest.approx(START)
    assert after.deviation < UNSURE


def test_an_upset_increases_the_volatility() -> None:
    """The branch of step 5 in which the surprise exceeds what the deviations explain."""
    player = Rating(2000, 40, 0.06)
    after = rate(player, [Encounter(Rating(1000, 40, 0.06), LOSS)] * 10)
    assert after.volatility > player.volatility
