"""Subscriptions of channels: what a server gets posted there, each time of a rhythm once."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.event import DomainEvent

WEEK: Final = timedelta(days=7)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A time of day by the clocks of a `zone`: every day, or every week on a `day` (0 is Monday)."""

    time: time
    zone: str
    day: int | None = None

    def next(self, now: datetime) -> datetime:
        """Return the first moment after `now` that belongs to it."""
        local = ZoneInfo(self.zone)
        today = now.astimezone(local).date()
        first, period = (
            (today, _DAY) if self.day is None else (today + _DAY * ((self.day - today.weekday()) % 7), WEEK)
        )
        moments = (
            datetime.combine(first + period * times, self.time, local).astimezone(UTC) for times in range(3)
        )
        return next(moment for moment in moments if moment > now)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A server's subscription to one `kind`: its channel, and when the next issue is `due`.

    `number` counts the posts; the last of them was at `posted` and had `item` as its content, a puzzle.
    """

    server: int
    kind: str
    channel: int
    rhythm: Rhythm
    due: datetime
    number: int = 0
    posted: datetime | None = None
    item: int | None = None

    def after(self, item: int | None, now: datetime) -> "Subscription":
        """Return it after another post; periods in which nothing could be posted are left out."""
        return replace(self, number=self.number + 1, posted=now, item=item, due=self.rhythm.next(now))


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: the event that leads to the message, and the item it shows."""

    event: DomainEvent
    item: int | None
