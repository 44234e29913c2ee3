"""Reminders: when to tell someone that it is their turn, and when to say that a game has stalled.

**How it is used.** Keep a `ToldInTurn` beside the turn: new with each turn, changed by `tell` in the
transaction that writes the notice. Ask `next_reminder` whenever something has changed (turn, deadline,
wishes, silence, something told) and keep its moment as a row; when the row falls due, ask again and act if
the moment has come. Reminders missed during an outage are told once, not one by one.
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
"""After so many reminders in one turn nobody is reminded any more."""
APART: Final = timedelta(hours=1)
"""Two messages about one turn are never closer."""
BEFORE_QUIET: Final = timedelta(minutes=5)
"""How long before quiet hours a reminder comes that cannot wait for their end."""
LONGEST_QUIET: Final = timedelta(hours=16)
"""Quiet hours leave some of the day, on which someone can be told."""
SOONEST: Final = timedelta(hours=1)
LATEST: Final = timedelta(days=7)
"""A reminder comes at least `SOONEST` and at most `LATEST` before a deadline; intervals have the same
limits."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "quiet-hours": ("hours",),
    "quiet-hours-long": ("limit",),
    "reminder-times": ("limit",),
}
"""Every reason for which something is refused here, with the names of its details."""

_HOURS: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_ONE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The local times between which someone is not disturbed: from `start` up to `end`, past midnight or not.

    `str` gives the text `read_quiet_hours` reads. Raises Refusal "quiet-hours" when both are the same,
    "quiet-hours-long" when they last longer than `LONGEST_QUIET`.
    """

    start: time
    end: time

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise Refusal("quiet-hours", hours=str(self))
        if self._length > LONGEST_QUIET:
            raise Refusal("quiet-hours-long", limit=str(LONGEST_QUIET // timedelta(hours=1)))

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
        """Return the start and the end of the quiet time a moment falls into, None outside.

        Where clocks are changed, hours that exist twice are quiet both times.
        """
        today = moment.astimezone(zone).date()
        for local in (today - _ONE, today):
            start = min(_moments(local, self.start, zone))
            end = max(_moments(local + _ONE * (self.end < self.start), self.end, zone))
            if start <= moment < end:
                return start, end
        return None


def read_quiet_hours(text: str) -> QuietHours:
    """Read `22:00-07:30`. Raises Refusal: "quiet-hours", "quiet-hours-long"."""
    match = _HOURS.fullmatch(text)
    if match is None:
        raise Refusal("quiet-hours", hours=text[:40])
    hour, minute, last_hour, last_minute = map(int, match.groups())
    return QuietHours(time(hour, minute), time(last_hour, last_minute))


@dataclass(frozen=True, slots=True)
class ReminderTimes:
    """When a person wants to be told; `quiet` hours are local times of their `zone`.

    `before` are the times before a deadline at which they are reminded; where there is no deadline they are
    reminded at the interval `every`, None for never. `silent` pings come in quiet hours as well, reminders do
    not. Raises Refusal "reminder-times" for more than `ENOUGH` reminders, or for times
    nearer than `SOONEST` or further than `LATEST`.
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

    `ping`: it is your turn. `reminder`: it still is. `stalled`: nobody has reacted to the reminders; for all
    players and without a mention.
    """

    PING = "ping"
    REMINDER = "reminder"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class ToldInTurn:
    """The reminders in a turn that `began`, and whether the person `silenced` it.

    `last` is when something was told for the last time, None before the ping.
    """

    began: datetime
    last: datetime | None = None
    reminders: int = 0
    stalled: bool = False
    silenced: bool = False

    def tell(self, telling: ReminderKind, now: datetime) -> "ToldInTurn":
        """Return this after something was told."""
        if telling is ReminderKind.STALLED:
            return replace(self, last=now, stalled=True)
        return replace(self, last=now, reminders=self.reminders + (telling is ReminderKind.REMINDER))

    def silence(self) -> "ToldInTurn":
        """Return this with nothing more to be told in this turn."""
        return replace(self, silenced=True)


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something to tell, and when."""

    moment: datetime
    telling: ReminderKind


def next_reminder(
    in_turn: ToldInTurn, wishes: ReminderTimes, deadline: datetime | None, now: datetime
) -> Reminder | None:
    """Return the next reminder of a turn and its moment (never before `now`), None after the last one.

    A reminder in quiet hours waits for their end. If that is not before the deadline it comes before their
    start; when it is too late for that, a ping comes at once and a reminder not at all. Reminders never
    come at or after the deadline. A game without one is said to have stalled, once, when the last of
    `ENOUGH` reminders has gone unanswered for another interval. Once soft time is up, ask without a
    deadline.
    """
    if in_turn.silenced or in_turn.stalled:
        return None
    if in_turn.last is None:
        moment = max(in_turn.began, now)
        if wishes.silent:
            return Reminder(moment, ReminderKind.PING)
        return Reminder(_undisturbed(moment, wishes, deadline, now) or moment, ReminderKind.PING)
    if deadline is None:
        return _at_intervals(in_turn, in_turn.last, wishes, now)
    moments = sorted(_before(in_turn, in_turn.last, wishes, deadline, now))
    return Reminder(moments[0], ReminderKind.REMINDER) if moments else None


def _at_intervals(
    in_turn: ToldInTurn, last: datetime, wishes: ReminderTimes, now: datetime
) -> Reminder | None:
    if wishes.every is None:
        return None
    moment = _undisturbed(max(last + wishes.every, now), wishes, None, now)
    telling = ReminderKind.REMINDER if in_turn.reminders < ENOUGH else ReminderKind.STALLED
    return None if moment is None else Reminder(moment, telling)


def _before(
    in_turn: ToldInTurn, last: datetime, wishes: ReminderTimes, deadline: datetime, now: datetime
) -> Iterator[datetime]:
    if in_turn.reminders >= ENOUGH:
        return
    for ahead in wishes.before:
        planned = deadline - ahead
        # A time that had passed when something was last told is served by that.
        if planned <= last:
            continue
        moment = _undisturbed(max(planned, now), wishes, deadline, now)
        if moment is not None and last + APART <= moment < deadline:
            yield moment


def _undisturbed(
    moment: datetime, wishes: ReminderTimes, deadline: datetime | None, now: datetime
) -> datetime | None:
    span = None if wishes.quiet is None else wishes.quiet.around(moment, wishes.zone)
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
