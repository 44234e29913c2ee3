"""Reminders whose time has passed, as the bot was away."""

from datetime import timedelta

import pytest

from bot.model.time.reminders import Reminder, ReminderKind, ReminderTimes, TurnMessages, next_reminder
from tests.bot.model.time.test_reminders import BERLIN, HOUR, NIGHT, START, at


@pytest.mark.parametrize(
    ("now", "moment"),
    [("12T21:30", "12T21:55"), ("12T21:58", None), ("12T23:00", None), ("13T04:00", None)],
)
def test_no_reminder_during_quiet_hours_up_to_the_deadline(now: str, moment: str | None) -> None:
    reminded = TurnMessages(START).after_message(ReminderKind.PING, START)
    reminder_times = ReminderTimes(BERLIN, (6 * HOUR,), quiet=NIGHT)
    expected = None if moment is None else Reminder(at(f"2025-06-{moment}:00"), ReminderKind.REMINDER)
    reminder = next_reminder(reminded, reminder_times, at("2025-06-13T05:00:00"), at(f"2025-06-{now}:00"))
    assert reminder == expected


def test_a_missed_reminder_is_sent_right_after_quiet_hours() -> None:
    reminded = TurnMessages(START).after_message(ReminderKind.PING, START)
    reminder_times = ReminderTimes(BERLIN, (6 * HOUR,), quiet=NIGHT)
    now = at("2025-06-13T07:00:00") + timedelta(minutes=5)
    reminder = next_reminder(reminded, reminder_times, at("2025-06-13T10:00:00"), now)
    assert reminder == Reminder(now, ReminderKind.REMINDER)
