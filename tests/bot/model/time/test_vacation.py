"""Vacation: the yearly allowance, paused clocks, refunded days."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.refusal import Refusal
from bot.model.time.vacation import FURTHEST, MAX_DAY, REASONS, Allowance, Day, Period, Vacation

BERLIN = ZoneInfo("Europe/Berlin")
AT_HOME = Allowance(BERLIN)
NOON = datetime(2025, 6, 10, 10, tzinfo=UTC)
TODAY = date(2025, 6, 10)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

zones = st.sampled_from(
    [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Antarctica/Troll", "Pacific/Auckland")]
)
moments = st.datetimes(datetime(2024, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 (`timezones` gives the zone)


def local(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def raises_refusal(reason: str, **details: str) -> "pytest.RaisesExc[Refusal]":
    assert set(REASONS[reason]) == set(details)
    return pytest.RaisesExc(
        Refusal, check=lambda error: error.reason == reason and dict(error.details) == details
    )


def test_future_days_are_local_calendar_days() -> None:
    vacation = Vacation().plan(date(2025, 7, 1), date(2025, 7, 3), NOON, AT_HOME)
    assert vacation.periods == (Period(local("2025-07-01"), local("2025-07-04")),)
    assert vacation.remaining_days(2025, AT_HOME) == 27
    assert vacation.away(NOON) is None
    assert vacation.upcoming(NOON) == vacation.periods


def test_a_vacation_from_today_starts_at_once_and_costs_a_day() -> None:
    vacation = Vacation().plan(TODAY, TODAY, NOON, AT_HOME)
    assert vacation.away(NOON) == Period(NOON, local("2025-06-11"))
    assert vacation.away(local("2025-06-11")) is None
    assert vacation.remaining_days(2025, AT_HOME) == 29


def test_a_clock_change_day_costs_one_day() -> None:
    vacation = Vacation().plan(date(2025, 10, 26), date(2025, 10, 26), NOON, AT_HOME)
    (period,) = vacation.periods
    assert period.end - period.start == timedelta(hours=25)
    assert vacation.remaining_days(2025, AT_HOME) == 29


def test_overlapping_days_are_charged_and_shown_once() -> None:
    vacation = Vacation().plan(date(2025, 7, 1), date(2025, 7, 5), NOON, AT_HOME)
    vacation = vacation.plan(date(2025, 7, 4), date(2025, 7, 8), NOON, AT_HOME)
    vacation = vacation.plan(date(2025, 7, 10), date(2025, 7, 10), NOON, AT_HOME)
    assert vacation.periods == (
        Period(local("2025-07-01"), local("2025-07-09")),
        Period(local("2025-07-10"), local("2025-07-11")),
    )
    assert vacation.remaining_days(2025, AT_HOME) == 30 - 9


def test_a_day_within_another_does_not_shorten_it() -> None:
    long, short = Day(NOON, NOON + DAY, 2025), Day(NOON + DAY / 4, NOON + DAY / 2, 2025)
    assert Vacation((long, short)).periods == (Period(NOON, NOON + DAY),)


def test_the_whole_budget_and_the_furthest_day_are_available() -> None:
    full = Vacation().plan(date(2025, 7, 1), date(2025, 7, 30), NOON, AT_HOME)
    assert full.remaining_days(2025, AT_HOME) == 0
    furthest = TODAY + FURTHEST
    vacation = Vacation().plan(furthest, furthest, NOON, AT_HOME)
    assert vacation.upcoming(NOON) == vacation.periods != ()


def test_a_vacation_ending_now_cannot_be_cancelled() -> None:
    vacation = Vacation().plan(TODAY, TODAY, NOON, AT_HOME)
    (period,) = vacation.periods
    with raises_refusal("vacation-unknown"):
        vacation.cancel(period, period.end)


def test_each_year_has_its_own_budget() -> None:
    december = datetime(2025, 12, 20, 10, tzinfo=UTC)
    vacation = Vacation().plan(date(2025, 12, 22), date(2026, 1, 5), december, AT_HOME)
    assert (vacation.remaining_days(2025, AT_HOME), vacation.remaining_days(2026, AT_HOME)) == (20, 25)
    tight = Allowance(BERLIN, days=6)
    with raises_refusal("vacation-budget", year="2025", needed="10", left="6"):
        Vacation().plan(date(2025, 12, 22), date(2026, 1, 5), december, tight)


def test_the_year_follows_the_persons_own_calendar() -> None:
    new_year_in_auckland = datetime(2025, 12, 31, 12, tzinfo=UTC)
    vacation = Vacation().cover(new_year_in_auckland, Allowance(ZoneInfo("Pacific/Auckland")))
    assert vacation is not None
    assert [day.year for day in vacation.days] == [2026]


@pytest.mark.parametrize(
    ("first", "last", "reason", "details"),
    [
        (TODAY + DAY, TODAY, "vacation-backwards", {}),
        (TODAY - DAY, TODAY + DAY, "vacation-past", {}),
        (TODAY + DAY, TODAY + 367 * DAY, "vacation-too-far", {"limit": "2026-06-11"}),
        (TODAY, TODAY + 30 * DAY, "vacation-budget", {"year": "2025", "needed": "31", "left": "30"}),
    ],
)
def test_invalid_periods_are_refused(first: date, last: date, reason: str, details: dict[str, str]) -> None:
    with raises_refusal(reason, **details):
        Vacation().plan(first, last, NOON, AT_HOME)


def test_a_fully_covered_period_is_refused() -> None:
    vacation = Vacation().plan(TODAY, TODAY + 5 * DAY, NOON, AT_HOME)
    with raises_refusal("vacation-already"):
        vacation.plan(TODAY, TODAY + 2 * DAY, NOON + timedelta(hours=1), AT_HOME)


def test_an_automatic_day_ends_at_the_same_local_time() -> None:
    before_the_change = local("2025-03-29T18:00:00")
    vacation = Vacation().cover(before_the_change, AT_HOME)
    assert vacation is not None
    assert vacation.days == (Day(before_the_change, local("2025-03-30T18:00:00"), 2025, automatic=True),)
    assert vacation.days[0].end - before_the_change == timedelta(hours=23)


def test_no_day_is_taken_once_the_budget_is_spent() -> None:
    assert Vacation().cover(NOON, Allowance(BERLIN, days=0)) is None
    vacation = Vacation().cover(NOON, Allowance(BERLIN, days=1))
    assert vacation is not None
    assert vacation.cover(NOON + DAY, Allowance(BERLIN, days=1)) is None
    # In Berlin the new year has begun, with a budget of its own.
    eve = local("2027-01-01T00:30:00")
    spent = Vacation((Day(NOON, NOON + DAY, 2026),))
    covered = spent.cover(eve, Allowance(BERLIN, days=1))
    assert covered is not None
    assert covered.days[1].year == 2027


def test_cancelling_refunds_days_not_yet_started() -> None:
    vacation = Vacation().plan(date(2025, 7, 1), date(2025, 7, 5), NOON, AT_HOME)
    (period,) = vacation.periods
    assert vacation.cancel(period, NOON) == Vacation()
    on_the_second = local("2025-07-02T15:00:00")
    ended = vacation.cancel(period, on_the_second)
    assert ended.periods == (Period(period.start, on_the_second),)
    assert ended.remaining_days(2025, AT_HOME) == 28
    assert ended.away(on_the_second) is None


def test_cancelling_at_once_still_costs_the_day() -> None:
    vacation = Vacation().plan(TODAY, TODAY + DAY, NOON, AT_HOME)
    ended = vacation.cancel(vacation.periods[0], NOON)
    assert ended.periods == ()
    assert ended.remaining_days(2025, AT_HOME) == 29


def test_a_cancelled_day_taken_again_is_charged_once() -> None:
    vacation = Vacation().plan(TODAY, TODAY, NOON, AT_HOME)
    ended = vacation.cancel(vacation.periods[0], NOON + HOUR)
    resumed = ended.plan(TODAY, TODAY + DAY, NOON + 3 * HOUR, AT_HOME)
    assert resumed.periods == (
        Period(NOON, NOON + HOUR),
        Period(NOON + 3 * HOUR, local("2025-06-12")),
    )
    assert resumed.remaining_days(2025, AT_HOME) == 28
    assert ended.plan(TODAY, TODAY, NOON + 3 * HOUR, Allowance(BERLIN, days=1)).away(NOON + 3 * HOUR)
    ended_again = resumed.cancel(resumed.periods[1], NOON + 4 * HOUR)
    assert ended_again.remaining_days(2025, AT_HOME) == 29, "tomorrow is refunded"
    tomorrow = ended_again.plan(TODAY + DAY, TODAY + DAY, NOON + DAY, AT_HOME)
    assert tomorrow.remaining_days(2025, AT_HOME) == 28


def test_splitting_a_day_repeatedly_costs_more_than_one_day() -> None:
    vacation, now = Vacation(), NOON
    for _ in range(60):
        vacation = vacation.plan(TODAY, TODAY, now, AT_HOME)
        vacation = vacation.cancel(vacation.periods[-1], now + MINUTE)
        now += 2 * MINUTE
    assert len(vacation.periods) == 60
    assert 1 < 30 - vacation.remaining_days(2025, AT_HOME) < 30


def test_cancelling_affects_only_one_period() -> None:
    vacation = Vacation().plan(date(2025, 7, 1), date(2025, 7, 2), NOON, AT_HOME)
    vacation = vacation.plan(date(2025, 8, 1), date(2025, 8, 2), NOON, AT_HOME)
    july, august = vacation.periods
    assert vacation.cancel(july, NOON).periods == (august,)


def test_past_or_unknown_periods_cannot_be_cancelled() -> None:
    vacation = Vacation().plan(TODAY, TODAY, NOON, AT_HOME)
    with raises_refusal("vacation-unknown"):
        vacation.cancel(vacation.periods[0], NOON + 2 * DAY)
    with raises_refusal("vacation-unknown"):
        vacation.cancel(Period(NOON, NOON + 9 * DAY), NOON)


@pytest.mark.parametrize("days", [-1, 91])
def test_an_allowance_out_of_bounds_is_rejected(days: int) -> None:
    with pytest.raises(ValueError, match="0 to 90"):
        Allowance(BERLIN, days=days)


plans = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12), st.integers(0, 50 * 24)), max_size=12)


@given(zone=zones, start=moments, steps=plans, budget=st.integers(0, 30))
def test_no_sequence_of_requests_exceeds_the_budget(
    zone: ZoneInfo, start: datetime, steps: list[tuple[int, int, int]], budget: int
) -> None:
    allowance = Allowance(zone, budget)
    vacation, now, refusals = Vacation(), start, list[Refusal]()
    for ahead, length, hours in steps:
        first = now.astimezone(zone).date() + ahead // 3 * DAY
        past = [
            Period(period.start, min(period.end, now)) for period in vacation.periods if period.start < now
        ]
        try:
            if ahead % 3 == 0 and vacation.periods:
                vacation = vacation.cancel(vacation.periods[-1], now)
            elif ahead % 3 == 1:
                vacation = vacation.cover(now, allowance) or vacation
            else:
                vacation = vacation.plan(first, first + length * DAY, now, allowance)
        except Refusal as refusal:
            refusals.append(refusal)
        after = [
            Period(period.start, min(period.end, now)) for period in vacation.periods if period.start < now
        ]
        assert after == past
        for year in {day.year for day in vacation.days}:
            assert year is None or sum(day.year == year for day in vacation.days) <= budget
        assert not [day for day in vacation.days if not (timedelta() <= day.end - day.start <= MAX_DAY)]
        # Split into any pieces, paid days stop the clock no longer than paid for.
        away = sum(
            (min(period.end, now) - period.start for period in vacation.periods if period.start < now),
            timedelta(),
        )
        assert away <= vacation.count_paid_days * MAX_DAY
        periods = vacation.periods
        assert not [period for period in periods if not (period.start < period.end)]
        assert not [
            (former, latter) for former, latter in pairwise(periods) if not (former.end < latter.start)
        ]
        now += timedelta(hours=hours)
    assert not [refusal for refusal in refusals if set(refusal.details) != set(REASONS[refusal.reason])]


def test_only_later_periods_are_upcoming() -> None:
    vacation = (
        Vacation().plan(TODAY, TODAY, NOON, AT_HOME).plan(date(2025, 7, 1), date(2025, 7, 1), NOON, AT_HOME)
    )
    assert vacation.upcoming(NOON) == (Period(local("2025-07-01"), local("2025-07-02")),)
    assert vacation.upcoming(local("2025-07-01")) == ()


def test_past_days_of_a_cancelled_period_stay_charged() -> None:
    vacation = Vacation().plan(date(2025, 7, 1), date(2025, 7, 4), NOON, AT_HOME)
    (period,) = vacation.periods
    ended = vacation.cancel(period, local("2025-07-02T15:00"))
    assert ended.periods == (Period(local("2025-07-01"), local("2025-07-02T15:00")),)
    assert ended.remaining_days(2025, AT_HOME) == 28
