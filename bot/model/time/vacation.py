"""Vacation: whole days on which a person's clocks stand still, paid for from a yearly budget.

A vacation is kept per person and holds for all their games at once. Every pause is a day that has been paid
for; there is no other way to stop a clock. Moments are aware; those given back are in UTC.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.model.refusal import Refusal

DAYS_A_YEAR: Final = 30
"""The budget of a calendar year, where nothing else is set."""
MOST_DAYS_A_YEAR: Final = 90
"""The largest budget that can be set: far below a year, so that clocks do run out."""
LONGEST_DAY: Final = timedelta(hours=26)
"""No day of a calendar is longer, those on which clocks are set back included."""
FURTHEST: Final = timedelta(days=366)
"""How far ahead the last day of a vacation may lie."""
REASONS: Final = {
    "vacation-backwards": (),
    "vacation-past": (),
    "vacation-too-far": ("limit",),
    "vacation-already": (),
    "vacation-budget": ("year", "needed", "left"),
    "vacation-unknown": (),
}
"""Every reason for which something is refused here, with the names of its details (dates as ISO texts)."""

_ONE: Final = timedelta(days=1)
_MOST_PARTS: Final = 10
"""In how many parts a day can be taken that is paid once; without end they would be more than can be kept."""


@dataclass(frozen=True, slots=True)
class Period:
    """A time someone is away, from `start` up to but not including `end`."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Allowance:
    """A person's allowance: `days` of each calendar year in their `zone`.

    With `automatic`, days are also taken by themselves when a clock would run out. Raises ValueError for a
    budget that is no budget.
    """

    zone: ZoneInfo
    days: int = DAYS_A_YEAR
    automatic: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.days <= MOST_DAYS_A_YEAR:
            raise ValueError(f"a year's vacation has 0 to {MOST_DAYS_A_YEAR} days, not {self.days}")


class Day(NamedTuple):
    """One day that has been paid for, from the budget of `year`; it may have been cut short.

    Without a year it is a further part of one that was. `automatic` when a clock took it.
    """

    start: datetime
    end: datetime
    year: int | None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Vacation:
    """All days a person has taken or will take, rising. Begin with `Vacation()`.

    Keep the days. Show `periods` to opponents and give them to the clocks. Before a change is asked for
    by the person, judge their running clocks (`clocks.judge`): a change never reaches back before `now`.
    """

    days: tuple[Day, ...] = field(default=())

    @property
    def periods(self) -> tuple[Period, ...]:
        """The times away, rising, with gaps between them: what overlaps or touches is one period."""
        return tuple(_merged(self.days))

    @property
    def paid(self) -> int:
        """The number of days that have been paid for, of whatever year."""
        return sum(day.year is not None for day in self.days)

    def left(self, year: int, allowance: Allowance) -> int:
        """Return how many days of a year's budget remain."""
        return max(0, allowance.days - sum(day.year == year for day in self.days))

    def away(self, now: datetime) -> Period | None:
        """Return the period that lasts at this moment: what an opponent sees is its `end`."""
        return next((period for period in self.periods if period.start <= now < period.end), None)

    def upcoming(self, now: datetime) -> tuple[Period, ...]:
        """Return the periods that begin later: what a challenger should know."""
        return tuple(period for period in self.periods if period.start > now)

    def plan(self, first: date, last: date, now: datetime, allowance: Allowance) -> "Vacation":
        """Add a vacation from the local day `first` to `last`, both included.

        It begins at midnight, or at once when `first` is today; today costs a whole day all the same, but
        once. Days that are taken already cost nothing. Raises Refusal: "vacation-backwards", "vacation-past",
        "vacation-too-far", "vacation-already", "vacation-budget".
        """
        today = now.astimezone(allowance.zone).date()
        if last < first:
            raise Refusal("vacation-backwards")
        if first < today:
            raise Refusal("vacation-past")
        if last - today > FURTHEST:
            raise Refusal("vacation-too-far", limit=(today + FURTHEST).isoformat())
        days = (day for day in _dates(first, last, now, allowance.zone) if not self._covers(day))
        new = [self._paid_once(day, allowance.zone) for day in days]
        if not new:
            raise Refusal("vacation-already")
        for year, needed in sorted(Counter(day.year for day in new if day.year is not None).items()):
            days_left = self.left(year, allowance)
            if needed > days_left:
                raise Refusal("vacation-budget", year=str(year), needed=str(needed), left=str(days_left))
        return self._with(new)

    def cover(self, moment: datetime, allowance: Allowance) -> "Vacation | None":
        """Take one day from `moment` on, at which a clock runs out; None when the year's budget is used up.

        The day lasts until the same local time of the next one. Only `clocks.judge` needs this.
        """
        local = moment.astimezone(allowance.zone)
        if not self.left(local.year, allowance):
            return None
        return self._with(
            [Day(moment.astimezone(UTC), (local + _ONE).astimezone(UTC), local.year, automatic=True)]
        )

    def cancel(self, period: Period, now: datetime) -> "Vacation":
        """End one of `periods` now, or call it off: days that have not begun are given back.

        The day that has begun stays paid for. Raises Refusal: "vacation-unknown" when there is no such period
        or it is over.
        """
        if period not in self.periods or period.end <= now:
            raise Refusal("vacation-unknown")
        return Vacation(tuple(day for old in self.days for day in _cut(old, period, now)))

    def _covers(self, day: Day) -> bool:
        return any(period.start <= day.start and day.end <= period.end for period in self.periods)

    def _paid_once(self, day: Day, zone: ZoneInfo) -> Day:
        """Return a day to be taken, as a part of one that has begun on the same date where there is one."""
        local = day.start.astimezone(zone).date()
        years = [
            old.year
            for old in self.days
            if old.start <= day.start and old.start.astimezone(zone).date() == local
        ]
        paid = sum(year is not None for year in years)
        return day._replace(year=None) if len(years) < paid * _MOST_PARTS else day

    def _with(self, new: Iterable[Day]) -> "Vacation":
        return Vacation(tuple(sorted((*self.days, *new), key=lambda day: (day.start, day.end))))


def _merged(days: Iterable[Day]) -> Iterator[Period]:
    current: Period | None = None
    for day in days:
        if day.start == day.end:
            continue
        if current is not None and day.start <= current.end:
            current = replace(current, end=max(current.end, day.end))
            continue
        if current is not None:
            yield current
        current = Period(day.start, day.end)
    if current is not None:
        yield current


def _dates(first: date, last: date, now: datetime, zone: ZoneInfo) -> Iterator[Day]:
    for ahead in range((last - first).days + 1):
        local = first + ahead * _ONE
        start, end = max(_midnight(local, zone), now.astimezone(UTC)), _midnight(local + _ONE, zone)
        # A calendar that skips a day on crossing the date line has none to sell.
        if start < end:
            yield Day(start, end, local.year)


def _midnight(local: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(local, time(), zone).astimezone(UTC)


def _cut(day: Day, period: Period, now: datetime) -> Iterator[Day]:
    if not (period.start <= day.start and day.end <= period.end) or day.end <= now:
        yield day
    elif day.start <= now:
        yield day._replace(end=now.astimezone(UTC))
