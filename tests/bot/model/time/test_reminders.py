"""Reminders: their moments, quiet hours, stalled games."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.refusal import Refusal
from bot.model.time.reminders import (
    APART,
    BEFORE_QUIET,
    ENOUGH,
    REASONS,
    QuietHours,
    Reminder,
    ReminderKind,
    ReminderTimes,
    TurnMessages,
    next_reminder,
    read_quiet_hours,
)

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
START = datetime(2025, 6, 10, 10, tzinfo=UTC)  # noon in Berlin
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NIGHT = read_quiet_hours("22:00-07:00")
LOUD = ReminderTimes(BERLIN)
QUIET = ReminderTimes(BERLIN, quiet=NIGHT)


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def reminders_of_turn(
    reminded: TurnMessages,
    reminder_times: ReminderTimes,
    deadline: datetime | None,
    now: datetime | None = None,
) -> list[Reminder]:
    """Return all reminders of a turn, each sent at its moment."""
    now, reminders_sent = now or reminded.began, []
    while (reminder := next_reminder(reminded, reminder_times, deadline, now)) is not None:
        assert reminder.moment >= now
        reminders_sent.append(reminder)
        now = reminder.moment
        reminded = reminded.after_message(reminder.telling, now)
        assert len(reminders_sent) < 20
    return reminders_sent


class TestWithoutQuietHours:
    def test_a_turn_pings_at_once_and_reminds_before_its_deadline(self) -> None:
        deadline = START + 3 * DAY
        assert reminders_of_turn(TurnMessages(START), LOUD, deadline) == [
            Reminder(START, ReminderKind.PING),
            Reminder(deadline - 24 * HOUR, ReminderKind.REMINDER),
            Reminder(deadline - 6 * HOUR, ReminderKind.REMINDER),
        ]

    def test_a_short_turn_has_fewer_reminders(self) -> None:
        deadline = START + 24 * HOUR
        moments = [reminder.moment for reminder in reminders_of_turn(TurnMessages(START), LOUD, deadline)]
        assert moments == [START, deadline - 6 * HOUR]

    def test_untimed_games_remind_at_intervals_until_stalled(self) -> None:
        assert reminders_of_turn(TurnMessages(START), LOUD, None) == [
            Reminder(START, ReminderKind.PING),
            Reminder(START + 2 * DAY, ReminderKind.REMINDER),
            Reminder(START + 4 * DAY, ReminderKind.REMINDER),
            Reminder(START + 6 * DAY, ReminderKind.REMINDER),
            Reminder(START + 8 * DAY, ReminderKind.STALLED),
        ]

    def test_a_turn_without_interval_pings_once(self) -> None:
        assert len(reminders_of_turn(TurnMessages(START), ReminderTimes(BERLIN, every=None), None)) == 1

    def test_a_silenced_turn_sends_no_reminders(self) -> None:
        for reminded in (TurnMessages(START), TurnMessages(START).after_message(ReminderKind.PING, START)):
            assert next_reminder(reminded.silence(), LOUD, None, START) is None
            assert next_reminder(reminded.silence(), LOUD, START + 3 * DAY, START) is None

    def test_reminders_missed_in_an_outage_are_sent_once(self) -> None:
        reminded, deadline = TurnMessages(START).after_message(ReminderKind.PING, START), START + 3 * DAY
        late = deadline - 2 * HOUR
        assert reminders_of_turn(reminded, LOUD, deadline, late) == [Reminder(late, ReminderKind.REMINDER)]

    def test_sent_reminders_are_not_repeated(self) -> None:
        deadline = START + 3 * DAY
        reminded = (
            TurnMessages(START)
            .after_message(ReminderKind.PING, START)
            .after_message(ReminderKind.REMINDER, deadline - 24 * HOUR)
        )
        reminder = next_reminder(reminded, LOUD, deadline, deadline - 20 * HOUR)
        assert reminder == Reminder(deadline - 6 * HOUR, ReminderKind.REMINDER)

    def test_no_reminder_after_the_deadline(self) -> None:
        reminded, deadline = TurnMessages(START).after_message(ReminderKind.PING, START), START + 3 * DAY
        assert next_reminder(reminded, LOUD, deadline, deadline) is None
        assert next_reminder(reminded, LOUD, deadline, deadline + DAY) is None

    def test_a_reminder_too_close_to_the_ping_is_skipped(self) -> None:
        deadline = START + 3 * DAY
        reminded = TurnMessages(START).after_message(ReminderKind.PING, deadline - 24 * HOUR - HOUR / 2)
        (reminder,) = reminders_of_turn(reminded, LOUD, deadline, deadline - 24 * HOUR - HOUR / 2)
        assert reminder.moment == deadline - 6 * HOUR

    def test_a_reminder_an_hour_after_the_ping_is_sent(self) -> None:
        deadline = START + 3 * DAY
        pinged = deadline - 24 * HOUR - APART
        reminded = TurnMessages(START).after_message(ReminderKind.PING, pinged)
        assert next_reminder(reminded, LOUD, deadline, pinged) == Reminder(
            deadline - 24 * HOUR, ReminderKind.REMINDER
        )

    def test_an_extended_deadline_reschedules_reminders_up_to_the_limit(self) -> None:
        reminded, deadline, reminders_sent = (
            TurnMessages(START).after_message(ReminderKind.PING, START),
            START + 3 * DAY,
            0,
        )
        while (reminder := next_reminder(reminded, LOUD, deadline, START)) is not None:
            assert deadline - reminder.moment == 24 * HOUR
            reminded = reminded.after_message(ReminderKind.REMINDER, reminder.moment)
            deadline += 2 * DAY
            reminders_sent += 1
        assert reminders_sent == ENOUGH


class TestQuietHours:
    def test_a_ping_waits_until_quiet_hours_end(self) -> None:
        began = at("2025-06-10T23:30:00")
        reminder = next_reminder(TurnMessages(began), QUIET, began + 3 * DAY, began)
        assert reminder == Reminder(at("2025-06-11T07:00:00"), ReminderKind.PING)

    def test_an_urgent_ping_ignores_quiet_hours(self) -> None:
        began = at("2025-06-10T23:30:00")
        assert next_reminder(TurnMessages(began), QUIET, began + 2 * HOUR, began) == Reminder(
            began, ReminderKind.PING
        )

    def test_a_reminder_waits_until_quiet_hours_end(self) -> None:
        deadline = at("2025-06-13T08:00:00")
        moments = [r.moment for r in reminders_of_turn(TurnMessages(START), QUIET, deadline)]
        assert moments == [START, at("2025-06-12T08:00:00"), at("2025-06-13T07:00:00")]

    @pytest.mark.parametrize("clock", ["05:00:00", "07:00:00"])
    def test_an_urgent_reminder_is_sent_before_quiet_hours(self, clock: str) -> None:
        deadline = at(f"2025-06-13T{clock}")
        reminder_times = ReminderTimes(BERLIN, (6 * HOUR,), quiet=NIGHT)
        moments = [r.moment for r in reminders_of_turn(TurnMessages(START), reminder_times, deadline)]
        assert moments == [START, at("2025-06-12T22:00:00") - BEFORE_QUIET]

    def test_two_reminders_waiting_for_the_same_end_merge(self) -> None:
        reminder_times = ReminderTimes(BERLIN, (14 * HOUR, 11 * HOUR), quiet=NIGHT)
        moments = [
            r.moment
            for r in reminders_of_turn(TurnMessages(START), reminder_times, at("2025-06-13T16:00:00"))
        ]
        assert moments == [START, at("2025-06-13T07:00:00")]

    def test_reminders_missed_in_a_night_outage_wait_until_morning(self) -> None:
        reminded = TurnMessages(START).after_message(ReminderKind.PING, START)
        now = at("2025-06-13T01:00:00")
        reminder = next_reminder(reminded, QUIET, at("2025-06-13T16:00:00"), now)
        assert reminder == Reminder(at("2025-06-13T07:00:00"), ReminderKind.REMINDER)

    def test_interval_reminders_wait_too(self) -> None:
        reminded = TurnMessages(START).after_message(ReminderKind.PING, at("2025-06-10T21:00:00"))
        reminder_times = ReminderTimes(BERLIN, every=2 * HOUR, quiet=NIGHT)
        reminder = next_reminder(reminded, reminder_times, None, START)
        assert reminder == Reminder(at("2025-06-11T07:00:00"), ReminderKind.REMINDER)

    def test_an_ambiguous_quiet_start_uses_the_first_occurrence(self) -> None:
        hours, moment = read_quiet_hours("01:15-06:00"), datetime(2025, 11, 2, 5, 30, tzinfo=UTC)
        span = hours.around(moment, NEW_YORK)
        assert span == (moment - HOUR / 4, datetime(2025, 11, 2, 11, tzinfo=UTC))

    def test_quiet_hours_include_their_start_and_exclude_their_end(self) -> None:
        start, end = at("2025-06-10T22:00:00"), at("2025-06-11T07:00:00")
        assert NIGHT.around(start, BERLIN) == (start, end)
        assert NIGHT.around(end, BERLIN) is None

    def test_a_reminder_may_be_sent_just_before_quiet_hours(self) -> None:
        now = at("2025-06-12T22:00:00") - BEFORE_QUIET
        reminded = TurnMessages(START).after_message(ReminderKind.PING, START)
        reminder_times = ReminderTimes(BERLIN, (6 * HOUR,), quiet=NIGHT)
        assert next_reminder(reminded, reminder_times, at("2025-06-13T05:00:00"), now) == Reminder(
            now, ReminderKind.REMINDER
        )

    def test_quiet_hours_are_limited_to_sixteen(self) -> None:
        assert str(read_quiet_hours("16:00-08:00")) == "16:00-08:00"
        with pytest.raises(Refusal) as refusal:
            read_quiet_hours("16:00-08:01")
        assert (refusal.value.reason, refusal.value.details) == ("quiet-hours-long", {"limit": "16"})

    @pytest.mark.parametrize(
        ("zone", "hours", "moment", "end"),
        [
            # Clocks go forward: the night is an hour shorter.
            (BERLIN, "22:00-07:00", "2025-03-29T21:30+00:00", "2025-03-30T05:00+00:00"),
            (NEW_YORK, "22:00-07:00", "2025-03-09T03:30+00:00", "2025-03-09T11:00+00:00"),
            # Clocks go back: the night is an hour longer, and the repeated hour is quiet both times.
            (BERLIN, "22:00-07:00", "2025-10-25T20:30+00:00", "2025-10-26T06:00+00:00"),
            (BERLIN, "23:00-02:30", "2025-10-26T00:10+00:00", "2025-10-26T01:30+00:00"),
            (NEW_YORK, "00:00-01:30", "2025-11-02T05:40+00:00", "2025-11-02T06:30+00:00"),
        ],
    )
    def test_quiet_hours_handle_clock_changes(
        self, zone: ZoneInfo, hours: str, moment: str, end: str
    ) -> None:
        span = read_quiet_hours(hours).around(datetime.fromisoformat(moment), zone)
        assert span is not None
        assert span[1] == datetime.fromisoformat(end)

    @pytest.mark.parametrize(
        "text", ["", "22-07", "22:00-24:00", "22:00--07:00", "9:00-10:00", "22:00-22:00"]
    )
    def test_invalid_quiet_hours_are_refused(self, text: str) -> None:
        with pytest.raises(Refusal) as refusal:
            read_quiet_hours(text)
        assert (refusal.value.reason, refusal.value.details) == ("quiet-hours", {"hours": text})

    @pytest.mark.parametrize(
        ("before", "every"), [((HOUR,) * 4, DAY), ((HOUR / 2,), DAY), ((8 * DAY,), DAY), ((), HOUR / 2)]
    )
    def test_reminder_times_out_of_bounds_are_refused(
        self, before: tuple[timedelta, ...], every: timedelta
    ) -> None:
        with pytest.raises(Refusal) as refusal:
            ReminderTimes(BERLIN, before, every)
        assert refusal.value.reason == "reminder-times"
        assert set(refusal.value.details) == set(REASONS["reminder-times"])


def clock_at(minute: int) -> time:
    return time(minute // 60 % 24, minute % 60)


quiets = st.tuples(st.integers(0, 24 * 60 - 1), st.integers(1, 16 * 60)).map(
    lambda span: QuietHours(clock_at(span[0]), clock_at(span[0] + span[1]))
)
zones = st.sampled_from([BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")])
# Days around clock changes in Berlin and New York.
days = st.sampled_from(["2025-03-09", "2025-03-30", "2025-10-26", "2025-11-02"]).map(
    lambda text: datetime.fromisoformat(text).replace(tzinfo=UTC)
)
moments = st.one_of(
    st.tuples(days, st.integers(-36 * 60, 36 * 60)).map(lambda pair: pair[0] + timedelta(minutes=pair[1])),
    st.integers(0, 365 * 24 * 60).map(lambda n: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=n)),
)


def is_quiet(hours: QuietHours, moment: datetime, zone: ZoneInfo) -> bool:
    """Return whether the local time is within quiet hours."""
    wall = moment.astimezone(zone).time()
    if hours.start < hours.end:
        return hours.start <= wall < hours.end
    return wall >= hours.start or wall < hours.end


@given(quiets, zones, moments)
def test_quiet_hours_follow_local_time(hours: QuietHours, zone: ZoneInfo, moment: datetime) -> None:
    assert read_quiet_hours(str(hours)) == hours
    span = hours.around(moment, zone)
    offsets = {(moment + shift).astimezone(zone).utcoffset() for shift in (-2 * DAY, 2 * DAY)}
    if span is None:
        assert not is_quiet(hours, moment, zone)
    elif len(offsets) == 1:
        start, end = span
        assert start <= moment < end
        assert is_quiet(hours, start, zone)
        assert is_quiet(hours, end - timedelta(minutes=1), zone)
        assert not is_quiet(hours, end, zone)


ahead = st.lists(st.integers(1, 7 * 24).map(lambda n: n * HOUR), max_size=ENOUGH).map(tuple)


@given(quiets, zones, moments, ahead, st.integers(1, 14 * 24))
def test_reminders_respect_quiet_hours_spacing_and_deadline(
    hours: QuietHours, zone: ZoneInfo, began: datetime, before: tuple[timedelta, ...], length: int
) -> None:
    deadline = began + length * HOUR
    ping, *reminders = reminders_of_turn(
        TurnMessages(began), ReminderTimes(zone, before, quiet=hours), deadline
    )
    assert ping.telling is ReminderKind.PING
    assert ping.moment == began or not is_quiet(hours, ping.moment, zone)
    last = ping.moment
    for reminder in reminders:
        assert reminder.telling is ReminderKind.REMINDER
        assert not is_quiet(hours, reminder.moment, zone)
        assert last + APART <= reminder.moment < deadline
        last = reminder.moment
    assert len(reminders) <= len(before)


@given(quiets, zones, moments, st.integers(1, 7 * 24))
def test_a_game_stalls_once_after_enough_reminders(
    hours: QuietHours, zone: ZoneInfo, began: datetime, every: int
) -> None:
    reminders_sent = reminders_of_turn(
        TurnMessages(began), ReminderTimes(zone, every=every * HOUR, quiet=hours), None
    )
    tellings = [reminder.telling for reminder in reminders_sent]
    assert tellings == [ReminderKind.PING, *[ReminderKind.REMINDER] * ENOUGH, ReminderKind.STALLED]
    assert not [reminder for reminder in reminders_sent if is_quiet(hours, reminder.moment, zone)]


def test_silent_pings_ignore_quiet_hours() -> None:
    night = at("2025-06-10T23:00")
    loud = next_reminder(TurnMessages(night), QUIET, None, night)
    silent = next_reminder(TurnMessages(night), replace(QUIET, silent=True), None, night)
    assert loud == Reminder(at("2025-06-11T07:00"), ReminderKind.PING)
    assert silent == Reminder(night, ReminderKind.PING)
