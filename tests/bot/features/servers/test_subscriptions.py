"""Due times of subscriptions, by their zone's clock."""

from datetime import UTC, datetime, time, timedelta

import pytest

from bot.features.servers.domain import Rhythm, Subscription

EVENING = time(18)
BERLIN = "Europe/Berlin"
SUNDAY = 6


@pytest.mark.parametrize(
    ("now", "due"),
    [
        (datetime(2026, 7, 1, 15, 59, tzinfo=UTC), datetime(2026, 7, 1, 16, 0, tzinfo=UTC)),
        (datetime(2026, 7, 1, 16, 0, tzinfo=UTC), datetime(2026, 7, 2, 16, 0, tzinfo=UTC)),
        (datetime(2026, 10, 24, 17, 0, tzinfo=UTC), datetime(2026, 10, 25, 17, 0, tzinfo=UTC)),
    ],
)
def test_an_issue_is_due_by_local_time(now: datetime, due: datetime) -> None:
    assert Rhythm(EVENING, BERLIN).next(now) == due


def test_a_skipped_local_hour_delays_by_at_most_a_day() -> None:
    now, rhythm = datetime(2026, 3, 28, 12, 0, tzinfo=UTC), Rhythm(time(2, 30), BERLIN)
    first = rhythm.next(now)
    second = rhythm.next(first)
    assert now < first < second <= now + timedelta(days=2)


def test_one_issue_is_posted_after_days_without_the_bot() -> None:
    due = datetime(2026, 7, 1, 16, 0, tzinfo=UTC)
    daily = Subscription(7, "puzzle", 70, Rhythm(EVENING, BERLIN), due, 4, item=11)
    later = daily.after(12, due + timedelta(days=9, minutes=1))
    assert (later.number, later.item) == (5, 12)
    assert later.due == due + timedelta(days=10)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        # 2026-07-05 is a Sunday, in summer: two hours ahead of UTC.
        (datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 7, 5, 16, tzinfo=UTC)),
        (datetime(2026, 7, 5, 15, 59, tzinfo=UTC), datetime(2026, 7, 5, 16, tzinfo=UTC)),
        (datetime(2026, 7, 5, 16, tzinfo=UTC), datetime(2026, 7, 12, 16, tzinfo=UTC)),
        (datetime(2026, 10, 18, 17, tzinfo=UTC), datetime(2026, 10, 25, 17, tzinfo=UTC)),
    ],
)
def test_a_weekly_issue_is_due_on_its_day_by_local_time(now: datetime, due: datetime) -> None:
    assert Rhythm(EVENING, BERLIN, SUNDAY).next(now) == due


def test_the_weekday_follows_the_time_zone() -> None:
    now = datetime(2026, 7, 4, 22, 30, tzinfo=UTC)
    due = Rhythm(time(0, 15), BERLIN, SUNDAY).next(now)
    assert due == datetime(2026, 7, 11, 22, 15, tzinfo=UTC), "it is Sunday there already, and past that time"
