"""Ratings over time: growing deviation, then provisional."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.model.ratings.rating import IDLE, PERIOD, SETTLED, Rating, after_rest, periods_between, settled_until
from bot.model.ratings.rating_views import ShownRating

RATED = datetime(2026, 1, 10, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize("deviation", [45.0, 81.0, 100.0, 108.0, 109.9])
def test_settled_until_matches_the_shown_rating(deviation: float) -> None:
    rating = Rating(1700, deviation)
    until = settled_until(rating, RATED)
    assert until is not None
    last_settled, first_provisional = until - timedelta(seconds=1), until
    assert (
        ShownRating.as_of(rating, RATED, last_settled).settled,
        ShownRating.as_of(rating, RATED, first_provisional).settled,
    ) == (
        True,
        False,
    )
    days = (until.date() - RATED.date()).days
    if days <= IDLE:
        assert after_rest(rating, (days - 1) / PERIOD).is_settled
        assert not after_rest(rating, days / PERIOD).is_settled


def test_a_rating_is_provisional_after_a_year_without_results() -> None:
    rating = Rating(2000, 45)
    day = RATED.replace(hour=0, minute=0)
    assert ShownRating.as_of(rating, RATED, day + timedelta(days=IDLE)).settled
    shown_rating = ShownRating.as_of(rating, RATED, day + timedelta(days=IDLE + 1))
    assert not shown_rating.settled
    assert shown_rating.rating.deviation > 45, "the deviation is that of the day"
    assert shown_rating.as_integer == 2000


def test_an_unsettled_rating_never_settles_by_waiting() -> None:
    assert settled_until(Rating(1800, 110), RATED) is None


def test_periods_count_fractional_days_and_are_never_negative() -> None:
    assert periods_between(RATED, RATED + timedelta(hours=1)) == 1 / PERIOD
    assert periods_between(RATED, RATED - timedelta(days=3)) == 0


def test_a_past_rating_keeps_its_displayed_state() -> None:
    settled, unsettled = Rating(1699.6, SETTLED - 1), Rating(1700, SETTLED)
    assert ShownRating.then(settled) == ShownRating(settled, settled=True)
    assert ShownRating.then(unsettled) == ShownRating(unsettled, settled=False)
    assert ShownRating.then(settled).as_integer == 1700
    assert Rating(1500, 60).band == (1380, 1620)
