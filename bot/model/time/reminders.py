"""Reminders: when to ping a player about their turn, and when to report a stalled game.

**Usage.** Store a `TurnMessages` with the turn: new for each turn, changed by `after_message` in the
transaction that writes the notice. Call `next_reminder` after each change (turn, deadline, times, silence, a
sent message) and store its moment as a row; when the row falls due, call it again and act if the moment has
come. Several reminders missed during an outage become a single one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.refusal import Refusal

ENOUGH: Final = 3
"""The most reminders in a turn."""
APART: Final = timedelta(hours=1)
"""The minimum time between two messages about a turn."""
BEFORE_QUIET: Final = timedelta(minutes=5)
"""How long before quiet hours a reminder is sent that cannot wait for their end."""
MAX_QUIET: Final = timedelta(hours=16)
"""The longest quiet hours per day; the rest is for notices."""
SOONEST: Final = timedelta(hours=1)
LATEST: Final = timedelta(days=7)
"""A reminder comes at least `SOONEST` and at most `LATEST` before a deadline; intervals have the same limits.
"""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "quiet-hours": ("hours",),
    "quiet-hours-long": ("limit",),
    "reminder-times": ("limit",),
}
"""This module's refusal reasons, with the names of their details."""

_HOURS: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_ONE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet hours in local time, from `start` up to `end`, possibly across midnight.

    `str` gives the text that `read_quiet_hours` parses. Raises Refusal "quiet-hours" if both are equal,
    "quiet-hours-long" if they last longer than `MAX_QUIET`.
    """

    start: time
    end: time

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise Refusal("quiet-hours", hours=str(self))
        if self._length > MAX_QUIET:
            raise Refusal("quiet-hours-long", limit=str(MAX_QUIET // timedelta(hours=1)))

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"

    @property
    def _length(self) -> timedelta:
        start, end = (
            timedelta(hours=clock_time.hour, minutes=clock_time.minute)
            for clock_time in (self.start, self.end)
        )
        return (end - start) % _ONE

    def around(self, moment: datetime, zone: ZoneInfo) -> tuple[datetime, datetime] | None:
        """Return the start and end of the quiet hours around a moment, None outside.

        When clocks go back, an hour that exists twice is quiet both times.
        """
        today = moment.astimezone(zone).date()
        for local in (today - _ONE, today):
            start = min(_moments(local, self.start, zone))
            end = max(_moments(local + _ONE * (self.end < self.start), self.end, zone))
            if start <= moment < end:
                return start, end
        return None


def read_quiet_hours(text: str) -> QuietHours:
    """Parse `22:00-07:30`. Raises Refusal: "quiet-hours", "quiet-hours-long"."""
    match = _HOURS.fullmatch(text)
    if match is None:
        raise Refusal("quiet-hours", hours=text[:40])
    hour, minute, last_hour, last_minute = map(int, match.groups())
    return QuietHours(time(hour, minute), time(last_hour, last_minute))


@dataclass(frozen=True, slots=True)
class ReminderTimes:
    """When a person wants reminders; `quiet` hours are local times of their `zone`.

    `before` are times before a deadline; without a deadline they are reminded at the interval `every`, None
    for never. `silent` pings arrive even in quiet hours, reminders do not. Raises Refusal "reminder-times"
    for more than `ENOUGH` reminders, or for times outside `SOONEST` to `LATEST`.
    """

    zone: ZoneInfo
    before: tuple[timedelta, ...] = (timedelta(hours=24), timedelta(hours=6))
    every: timedelta | None = timedelta(days=2)
    quiet: QuietHours | None = None
    silent: bool = False

    def __post_init__(self) -> None:
        times = (*self.before, *([] if self.every is None else [self.every]))
        if len(self.before) > ENOUGH or not all(SOONEST <= ahead <= LATEST for ahead in times):
            raise Refusal("reminder-times", limit=str(ENOUGH))


class ReminderKind(StrEnum):
    """The kinds of reminders.

    `ping`: it is your turn. `reminder`: it still is. `stalled`: all reminders went unanswered; to all
    players, without a mention.
    """

    PING = "ping"
    REMINDER = "reminder"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class TurnMessages:
    """The messages about a turn that `began`, and whether the person `silenced` it.

    `last` is the time of the latest message, None before the ping.
    """

    began: datetime
    last: datetime | None = None
    reminders: int = 0
    stalled: bool = False
    silenced: bool = False

    def after_message(self, telling: ReminderKind, now: datetime) -> "TurnMessages":
        """Return a copy after another message of a kind."""
        if telling is ReminderKind.STALLED:
            return replace(self, last=now, stalled=True)
        return replace(self, last=now, reminders=self.reminders + (telling is ReminderKind.REMINDER))

    def silence(self) -> "TurnMessages":
        """Return a copy without further messages in this turn."""
        return replace(self, silenced=True)


@dataclass(frozen=True, slots=True)
class Reminder:
    """A due message and its time."""

    moment: datetime
    telling: ReminderKind


def next_reminder(
    in_turn: TurnMessages, reminder_times: ReminderTimes, deadline: datetime | None, now: datetime
) -> Reminder | None:
    """Return the next reminder of a turn and its moment (never before `now`), None after the last one.

    A reminder in quiet hours waits for their end. If that is after the deadline it is sent before they begin;
    if it is too late for that, a ping is sent immediately and a reminder not at all. No reminder is sent at
    or after the deadline. A game without a deadline is reported as stalled, once, when the last of `ENOUGH`
    reminders has gone unanswered for another interval. Once soft time is up, call this without a deadline.
    """
    if in_turn.silenced or in_turn.stalled:
        return None
    if in_turn.last is None:
        moment = max(in_turn.began, now)
        if reminder_times.silent:
            return Reminder(moment, ReminderKind.PING)
        return Reminder(
            _outside_quiet_hours(moment, reminder_times, deadline, now) or moment, ReminderKind.PING
        )
    if deadline is None:
        return _at_intervals(in_turn, in_turn.last, reminder_times, now)
    moments = sorted(_before(in_turn, in_turn.last, reminder_times, deadline, now))
    return Reminder(moments[0], ReminderKind.REMINDER) if moments else None


def _at_intervals(
    in_turn: TurnMessages, last: datetime, reminder_times: ReminderTimes, now: datetime
) -> Reminder | None:
    if reminder_times.every is None:
        return None
    moment = _outside_quiet_hours(max(last + reminder_times.every, now), reminder_times, None, now)
    telling = ReminderKind.REMINDER if in_turn.reminders < ENOUGH else ReminderKind.STALLED
    return None if moment is None else Reminder(moment, telling)


def _before(
    in_turn: TurnMessages, last: datetime, reminder_times: ReminderTimes, deadline: datetime, now: datetime
) -> Iterator[datetime]:
    if in_turn.reminders >= ENOUGH:
        return
    for ahead in reminder_times.before:
        planned = deadline - ahead
        # The latest message also counts for reminder times that had passed by then.
        if planned <= last:
            continue
        moment = _outside_quiet_hours(max(planned, now), reminder_times, deadline, now)
        if moment is not None and last + APART <= moment < deadline:
            yield moment


def _outside_quiet_hours(
    moment: datetime, reminder_times: ReminderTimes, deadline: datetime | None, now: datetime
) -> datetime | None:
    span = None if reminder_times.quiet is None else reminder_times.quiet.around(moment, reminder_times.zone)
    if span is None:
        return moment
    start, end = span
    if deadline is None or end < deadline:
        return end
    early = start - BEFORE_QUIET
    return early if early >= now else None


def _moments(local: date, clock: time, zone: ZoneInfo) -> tuple[datetime, datetime]:
    first = datetime.combine(local, clock, zone)
    return first.astimezone(UTC), first.replace(fold=1).astimezone(UTC)
