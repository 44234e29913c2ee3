"""Ratings over time: growing deviation, then provisional."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.model.ratings.rating import IDLE, PERIOD, SETTLED, Rating, after_rest, periods_between, settled_until
from bot.model.ratings.rating_views import ShownRating

RATED = datetime(2026, 1, 10, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize("deviation", [45.0, 81.0, 100.0, 108.0, 109.9])
def test_it_is_settled_until_the_day_on_which_it_is_shown_as_provisional(deviation: float) -> None:
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


def test_whoever_has_had_no_result_for_a_year_is_provisional() -> None:
    rating = Rating(2000, 45)
    day = RATED.replace(hour=0, minute=0)
    assert ShownRating.as_of(rating, RATED, day + timedelta(days=IDLE)).settled
    shown_rating = ShownRating.as_of(rating, RATED, day + timedelta(days=IDLE + 1))
    assert not shown_rating.settled
    assert shown_rating.rating.deviation > 45, "the deviation is that of the day"
    assert shown_rating.as_integer == 2000


def test_one_that_is_not_settled_never_becomes_so_by_waiting() -> None:
    assert settled_until(Rating(1800, 110), RATED) is None


def test_days_are_those_of_utc() -> None:
    assert periods_between(RATED, RATED + timedelta(hours=1)) == 1 / PERIOD
    assert periods_between(RATED, RATED - timedelta(days=3)) == 0


def test_a_past_rating_is_shown_as_it_was() -> None:
    settled, unsettled = Rating(1699.6, SETTLED - 1), Rating(1700, SETTLED)
    assert ShownRating.then(settled) == ShownRating(settled, settled=True)
    assert ShownRating.then(unsettled) == ShownRating(unsettled, settled=False)
    assert ShownRating.then(settled).as_integer == 1700
    assert Rating(1500, 60).band == (1380, 1620)
