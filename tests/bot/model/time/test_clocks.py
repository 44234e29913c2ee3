"""Game clocks: parsing, running and paused time, verdicts, bounded turns."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.refusal import Refusal
from bot.model.time.clocks import (
    DAYS_PER_MOVE,
    MAX_GIVEN_DAYS,
    NO_CLOCK,
    REASONS,
    ClockChoice,
    ClockVerdict,
    GameClock,
    begin,
    judge,
    per_move,
    read_clock,
)
from bot.model.time.vacation import MAX_DAY, Allowance, Period, Vacation

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2025, 6, 10, 10, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
BANK = read_clock("10d+1d/14d")
AWAY = Allowance(BERLIN)
STRICT = Allowance(BERLIN, automatic=False)


def running(choice: ClockChoice, players: int = 2) -> GameClock:
    """Return the clock of a game after a ply by each of the first two seats, both at START."""
    clock = begin(choice, players, 0, START)
    return clock.after_ply(START, 1, ()).after_ply(START, 0, ())


def verdict(clock: GameClock, now: datetime, allowance: Allowance = STRICT) -> ClockVerdict:
    return judge(clock, Vacation(), allowance, now).verdict


choices = st.one_of(
    st.builds(per_move, st.sampled_from(DAYS_PER_MOVE), soft=st.booleans()),
    st.tuples(st.integers(1, 60), st.integers(1, 60), st.integers(0, 60), st.booleans()).map(
        lambda t: ClockChoice(min(t[:2]), min(t[2], max(t[:2])), max(t[:2]), t[3])
    ),
)
steps = st.lists(st.tuples(st.integers(0, 60 * 24), st.integers(0, 10 * 24)), max_size=8)


def pauses_from(spans: list[tuple[int, int]]) -> tuple[Period, ...]:
    periods, moment = [], START - 5 * DAY
    for gap, length in spans:
        start = moment + (gap + 1) * HOUR
        moment = start + (length + 1) * HOUR
        periods.append(Period(start, moment))
    return tuple(periods)


class TestChoice:
    @pytest.mark.parametrize(
        ("text", "choice"),
        [
            ("none", NO_CLOCK),
            ("3d", ClockChoice(3, 3, 3)),
            ("14d soft", ClockChoice(14, 14, 14, soft=True)),
            ("10d+1d/14d", ClockChoice(10, 1, 14)),
            ("10d+0d/10d soft", ClockChoice(10, 0, 10, soft=True)),
            ("11d+11d/11d", ClockChoice(11, 11, 11)),
        ],
    )
    def test_clock_texts_round_trip(self, text: str, choice: ClockChoice) -> None:
        assert read_clock(text) == choice
        assert str(choice) == text

    @given(choices)
    def test_every_choice_round_trips(self, choice: ClockChoice) -> None:
        assert read_clock(str(choice)) == choice

    @pytest.mark.parametrize(
        "text",
        ["", "soft", "none soft", "11d", "3", "3d ", " 3d", "3D", "03d", "3d  soft", "3d soft soft", "10d+1d",
         "10d+01d/14d", "10d+1d/14", "10d +1d/14d", "٣d", "100d+1d/100d", "3d\n"],
    )  # fmt: skip
    def test_invalid_clock_texts_are_refused(self, text: str) -> None:
        with pytest.raises(Refusal) as refusal:
            read_clock(text)
        assert refusal.value.reason == "unknown-clock"
        assert set(refusal.value.details) == set(REASONS["unknown-clock"])

    @pytest.mark.parametrize("text", ["15d+1d/14d", "10d+15d/14d", "61d+1d/61d"])
    def test_impossible_banks_are_refused(self, text: str) -> None:
        with pytest.raises(Refusal) as refusal:
            read_clock(text)
        assert (refusal.value.reason, refusal.value.details) == ("clock-bank", {"limit": "60"})

    def test_only_per_move_clocks_have_days_per_move(self) -> None:
        assert tuple(per_move(days).days_per_move for days in DAYS_PER_MOVE) == DAYS_PER_MOVE
        assert BANK.days_per_move is None
        assert NO_CLOCK.days_per_move is None
        with pytest.raises(Refusal):
            per_move(11)


class TestRunning:
    def test_days_per_move_restart_with_every_ply(self) -> None:
        clock = begin(per_move(3), 2, 0, START)
        for number in range(6):
            now = START + number * 2 * DAY
            assert clock.deadline(()) == now + 3 * DAY
            clock = clock.after_ply(now + 2 * DAY, (number + 1) % 2, ())

    def test_a_bank_loses_used_time_and_gains_a_capped_increment(self) -> None:
        clock = begin(BANK, 2, 0, START).after_ply(START + 4 * DAY, 1, ())
        assert clock.deadline(()) == START + 14 * DAY
        clock = clock.after_ply(START + 4 * DAY, 0, ())
        assert clock.deadline(()) == START + 4 * DAY + 7 * DAY
        for _ in range(20):
            clock = clock.after_ply(START + 4 * DAY, 0, ())
        assert clock.deadline(()) == START + 4 * DAY + 14 * DAY

    def test_consecutive_plies_by_one_seat_each_count(self) -> None:
        clock = begin(BANK, 2, 0, START).after_ply(START + DAY, 0, ())
        assert clock.deadline(()) == START + DAY + 10 * DAY
        assert clock.plies == 1

    def test_unlimited_and_ended_games_have_no_deadline(self) -> None:
        unlimited = begin(NO_CLOCK, 2, 0, START)
        assert unlimited.deadline(()) is None
        assert unlimited.after_ply(START + 500 * DAY, 1, ()).deadline(()) is None
        assert running(BANK).after_ply(START, None, ()).deadline(()) is None
        assert verdict(unlimited, START + 999 * DAY) is ClockVerdict.IN_TIME

    def test_a_departure_starts_the_next_players_turn(self) -> None:
        clock = running(BANK, players=3)
        assert clock.after_leaving(START + 2 * DAY, 0) == clock
        assert clock.after_leaving(START + 2 * DAY, 2).deadline(()) == START + 12 * DAY

    def test_a_take_back_returns_no_increment_or_used_time(self) -> None:
        clock = begin(BANK, 2, 0, START).after_ply(START, 1, ()).after_ply(START + 2 * DAY, 0, ())
        clock_after = clock.after_ply(START + 5 * DAY, 1, ()).after_ply(START + 6 * DAY, 0, ())
        restored = clock_after.after_take_back(START + 7 * DAY, 0, (0, 1))
        assert restored.deadline(()) == START + 7 * DAY + 8 * DAY
        assert restored.seats[1].left == 8 * DAY
        assert restored.plies == 2

    def test_repeated_take_backs_gain_no_time(self) -> None:
        clock = begin(BANK, 2, 0, START)
        remaining = clock.seats[0].left
        for _ in range(30):
            clock = clock.after_ply(START, 1, ()).after_take_back(START, 0, (0,))
        assert clock.seats[0].left == remaining

    @given(choices, steps, st.integers(0, 60 * 24))
    def test_later_starts_and_extra_pauses_never_shorten_the_deadline(
        self, choice: ClockChoice, spans: list[tuple[int, int]], later: int
    ) -> None:
        pauses = pauses_from(spans)
        clock = begin(choice, 2, 0, START)
        deadline = clock.deadline(pauses)
        assert deadline is not None
        assert deadline >= START + choice.bank * DAY
        later_deadline = replace(clock, since=START + later * HOUR).deadline(pauses)
        assert later_deadline is not None
        assert later_deadline >= deadline
        for skipped in range(len(pauses)):
            fewer = clock.deadline(pauses[:skipped] + pauses[skipped + 1 :])
            assert fewer is not None
            assert fewer <= deadline

    @given(choices, steps, st.integers(0, 40 * 24))
    def test_time_used_plus_time_left_equals_the_bank(
        self, choice: ClockChoice, spans: list[tuple[int, int]], hours: int
    ) -> None:
        pauses, now = pauses_from(spans), START + hours * HOUR
        clock = begin(choice, 2, 0, START)
        deadline = clock.deadline(pauses)
        assert deadline is not None
        remaining = clock.after_ply(now, 1, pauses).seats[0].before
        hour_count = sum(
            not any(pause.start <= START + hour * HOUR < pause.end for pause in pauses)
            for hour in range(hours)
        )
        assert remaining == max(timedelta(), choice.bank * DAY - hour_count * HOUR)
        assert (remaining > timedelta()) <= (now < deadline)


class TestVerdict:
    def test_time_expires_exactly_at_the_deadline(self) -> None:
        clock = running(per_move(3))
        deadline = START + 3 * DAY
        assert verdict(clock, deadline - timedelta(microseconds=1)) is ClockVerdict.IN_TIME
        assert verdict(clock, deadline) is ClockVerdict.LOSES

    def test_expired_soft_time_is_claimable(self) -> None:
        clock = running(per_move(3, soft=True))
        assert verdict(clock, START + 3 * DAY) is ClockVerdict.CLAIMABLE
        assert clock.penalty is ClockVerdict.LOSES
        after_late_plies = clock.after_ply(START + 9 * DAY, 1, ()).after_ply(START + 9 * DAY, 0, ())
        assert after_late_plies.deadline(()) == START + 12 * DAY

    def test_an_expired_seat_leaves_a_multiplayer_game(self) -> None:
        assert verdict(running(per_move(3), players=3), START + 3 * DAY) is ClockVerdict.LEAVES

    @pytest.mark.parametrize("text", ["3d", "3d soft", "10d+1d/14d"])
    def test_an_unstarted_game_is_aborted(self, text: str) -> None:
        clock = begin(read_clock(text), 3, 0, START)
        assert verdict(clock, START + 2 * DAY) is ClockVerdict.IN_TIME
        judgement = judge(clock, Vacation(), AWAY, START + 10 * DAY)
        assert (judgement.verdict, judgement.vacation) == (ClockVerdict.ABORTED, Vacation())

    def test_a_later_series_game_counts_as_started(self) -> None:
        clock = begin(read_clock("3d"), 2, 0, START)
        judgement = judge(clock, Vacation(), STRICT, START + 3 * DAY, follows=True)
        assert judgement.verdict is ClockVerdict.LOSES
        judgement = judge(clock, Vacation(), AWAY, START + 3 * DAY, follows=True)
        assert judgement.verdict is ClockVerdict.IN_TIME, "days of vacation are taken as in any game"

    def test_a_planned_vacation_extends_the_deadline(self) -> None:
        vacation = Vacation().plan(date(2025, 6, 12), date(2025, 6, 21), START, AWAY)
        judgement = judge(running(per_move(3)), vacation, STRICT, START + 12 * DAY)
        assert (judgement.verdict, judgement.deadline) == (ClockVerdict.IN_TIME, START + 13 * DAY)

    def test_vacation_days_are_taken_automatically_however_late_the_check(self) -> None:
        clock = running(per_move(3))
        judgement = judge(clock, Vacation(), AWAY, START + 7 * DAY + HOUR)
        assert (judgement.verdict, judgement.deadline) == (ClockVerdict.IN_TIME, START + 8 * DAY)
        assert judgement.vacation.remaining_days(2025, AWAY) == 25
        step, vacation = START, Vacation()
        while step <= START + 7 * DAY + HOUR:
            vacation = judge(clock, vacation, AWAY, step).vacation
            step += HOUR
        assert vacation == judgement.vacation

    def test_a_vacation_day_is_taken_exactly_at_the_deadline(self) -> None:
        judgement = judge(running(per_move(3)), Vacation(), AWAY, START + 3 * DAY)
        assert (judgement.verdict, judgement.deadline) == (ClockVerdict.IN_TIME, START + 4 * DAY)

    def test_one_vacation_day_covers_all_games_of_a_person(self) -> None:
        first, second = running(per_move(3)), replace(running(per_move(3)), since=START + HOUR)
        vacation = judge(first, Vacation(), AWAY, START + 3 * DAY + HOUR).vacation
        judgement = judge(second, vacation, AWAY, START + 3 * DAY + HOUR)
        assert (judgement.deadline, judgement.vacation) == (START + 4 * DAY + HOUR, vacation)

    def test_time_expires_once_the_vacation_budget_is_spent(self) -> None:
        clock = running(per_move(3))
        judgement = judge(clock, Vacation(), Allowance(BERLIN, days=2), START + 30 * DAY)
        assert (judgement.verdict, judgement.deadline) == (ClockVerdict.LOSES, START + 5 * DAY)
        assert judge(clock, judgement.vacation, Allowance(BERLIN, days=2), START + 31 * DAY) == judgement


class TestMoreTime:
    def test_granted_days_extend_only_the_running_turn(self) -> None:
        clock = running(per_move(3)).more_time(2, 1, START + DAY, ())
        assert clock.deadline(()) == START + 5 * DAY
        assert clock.after_ply(START, 1, ()).seats[0].left == 3 * DAY

    def test_expired_soft_time_is_extended_from_now(self) -> None:
        clock = running(per_move(3, soft=True)).more_time(2, 1, START + 10 * DAY, ())
        assert clock.deadline(()) == START + 12 * DAY

    @pytest.mark.parametrize(
        ("choice", "days", "by", "after", "reason"),
        [
            (NO_CLOCK, 1, 1, 0, "no-clock"),
            (BANK, 1, 0, 0, "more-time-own-turn"),
            (BANK, 0, 1, 0, "more-time-days"),
            (BANK, 31, 1, 0, "more-time-days"),
            (BANK, 1, 1, 10, "time-is-up"),
        ],
    )
    def test_invalid_grants_are_refused(
        self, choice: ClockChoice, days: int, by: int, after: int, reason: str
    ) -> None:
        with pytest.raises(Refusal) as refusal:
            begin(choice, 2, 0, START).more_time(days, by, START + after * DAY, ())
        assert refusal.value.reason == reason
        assert set(refusal.value.details) == set(REASONS[reason])

    def test_granted_days_are_limited_per_game(self) -> None:
        clock = running(BANK).more_time(20, 1, START, ()).after_ply(START, 1, ()).after_ply(START, 0, ())
        with pytest.raises(Refusal) as refusal:
            clock.more_time(11, 1, START, ())
        assert refusal.value.reason == "more-time-limit"
        assert refusal.value.details == {"limit": "30", "left": "10"}
        assert clock.more_time(10, 1, START, ()).seats[0].given == MAX_GIVEN_DAYS


def longest_turn(choice: ClockChoice, days_a_year: int) -> timedelta:
    """Return an upper bound for a turn, all pauses and gifts included.

    A turn has at most the cap and the gifts. Within t days, at most t/365 + 2 calendar years' budgets can be
    used, and a day that began in the year before.
    """
    time = (choice.cap + MAX_GIVEN_DAYS) * DAY
    bound, longer = timedelta(), time
    while bound != longer:
        bound = longer
        longer = time + MAX_DAY * (days_a_year * (bound // (365 * DAY) + 2) + 1)
    return bound


@given(choices, st.integers(0, 90), st.integers(0, 365), st.integers(1, MAX_GIVEN_DAYS), st.booleans())
def test_every_turn_has_an_upper_bound(
    choice: ClockChoice, budget: int, first_day: int, gift: int, planned: bool
) -> None:
    """A gift is made, and every year's budget is used up, planned or not."""
    allowance, start = Allowance(BERLIN, budget), START + first_day * DAY
    clock = replace(running(choice), since=start).more_time(gift, 1, start, ())
    vacation = Vacation()
    if planned and budget:
        first = start.astimezone(BERLIN).date() + 3 * DAY
        last = min(first + (budget - 1) * DAY, date(first.year, 12, 31))
        vacation = vacation.plan(first, last, start, allowance)
    bound = longest_turn(choice, budget)
    judgement = judge(clock, vacation, allowance, start + bound)
    assert judgement.verdict in {ClockVerdict.LOSES, ClockVerdict.CLAIMABLE}
    assert judgement.deadline is not None
    assert judgement.deadline <= start + bound


class TestPause:
    """A clock stopped on day 2 of 10 and resumed on day 5."""

    CLOCK = replace(running(BANK), since=START)
    PAUSE = (Period(START + DAY, START + DAY + 6 * HOUR),)

    def test_a_paused_clock_keeps_the_remaining_time(self) -> None:
        first, second = self.CLOCK.seats
        stopped = self.CLOCK.stop(START + 2 * DAY, self.PAUSE)
        assert stopped.seats == (replace(first, left=first.left - 2 * DAY + 6 * HOUR), second)
        assert self.CLOCK.stop(START + 50 * DAY, ()).seats[0].left == timedelta()
        for clock in (begin(NO_CLOCK, 2, 0, START), replace(self.CLOCK, turn=None)):
            assert clock.stop(START + DAY, ()) is clock

    def test_a_resumed_clock_continues_with_the_remaining_time(self) -> None:
        left = self.CLOCK.seats[0].left
        stop, now = START + 2 * DAY, START + 7 * DAY
        resumed = self.CLOCK.stop(stop, self.PAUSE).resume(stop, now, self.PAUSE)
        assert resumed.since == START + 5 * DAY
        assert resumed.deadline(()) == now + left - 2 * DAY + 6 * HOUR
        assert resumed.seats[1] == self.CLOCK.seats[1]

    def test_an_unlimited_clock_only_shifts_its_start(self) -> None:
        unlimited = begin(NO_CLOCK, 2, 0, START)
        resumed = unlimited.resume(START + DAY, START + 4 * DAY, ())
        assert resumed == replace(unlimited, since=START + 3 * DAY)
