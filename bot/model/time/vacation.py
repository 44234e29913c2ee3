"""Vacation: whole days on which a person's clocks stop, paid for from a yearly budget.

Vacation belongs to a person and applies to all their games simultaneously. Every absence is paid for.
Moments are aware; returned moments are in UTC.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.model.refusal import Refusal

DAYS_A_YEAR: Final = 30
"""The default budget of a calendar year in days."""
MAX_DAYS_PER_YEAR: Final = 90
"""The largest possible budget: far below a year, so that clocks do run out."""
MAX_DAY: Final = timedelta(hours=26)
"""The longest possible day, including days when clocks go back."""
FURTHEST: Final = timedelta(days=366)
"""How far ahead the last day of a vacation may be."""
REASONS: Final = {
    "vacation-backwards": (),
    "vacation-twice": (),
    "vacation-past": (),
    "vacation-too-far": ("limit",),
    "vacation-already": (),
    "vacation-budget": ("year", "needed", "left"),
    "vacation-unknown": (),
}
"""The refusal reasons about vacation, with the names of their details (dates as ISO texts)."""

_ONE: Final = timedelta(days=1)
_MAX_PARTS: Final = 10
"""The most parts of a day that is paid once; this bounds the stored rows."""


@dataclass(frozen=True, slots=True)
class Period:
    """A period of absence, from `start` up to but not including `end`."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Allowance:
    """A person's allowance: `days` of each calendar year in their `zone`.

    With `automatic`, a clock that would run out takes days. Raises ValueError for an invalid budget.
    """

    zone: ZoneInfo
    days: int = DAYS_A_YEAR
    automatic: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.days <= MAX_DAYS_PER_YEAR:
            raise ValueError(f"a year's vacation has 0 to {MAX_DAYS_PER_YEAR} days, not {self.days}")


class Day(NamedTuple):
    """A paid day from the budget of `year`; it may have been cut short.

    Without a year it is a further part of a paid day. `automatic` if a clock took it.
    """

    start: datetime
    end: datetime
    year: int | None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Vacation:
    """All past and future vacation days of a person, ascending. Begin with `Vacation()`.

    Store the days. Show `periods` to opponents and pass them to the clocks. Before a change by the person,
    judge their running clocks (`clocks.judge`): a change never affects the time before `now`.
    """

    days: tuple[Day, ...] = field(default=())

    @property
    def periods(self) -> tuple[Period, ...]:
        """The absences, ascending, with gaps between them: overlapping or adjacent days are merged."""
        return tuple(_merge(self.days))

    @property
    def count_paid_days(self) -> int:
        """The number of paid days of all years."""
        return sum(day.year is not None for day in self.days)

    def remaining_days(self, year: int, allowance: Allowance) -> int:
        """Return the remaining days of a year's budget."""
        return max(0, allowance.days - sum(day.year == year for day in self.days))

    def away(self, now: datetime) -> Period | None:
        """Return the current period, if any; opponents see its `end`."""
        return next((period for period in self.periods if period.start <= now < period.end), None)

    def upcoming(self, now: datetime) -> tuple[Period, ...]:
        """Return the future periods, which challengers should know."""
        return tuple(period for period in self.periods if period.start > now)

    def plan(self, first: date, last: date, now: datetime, allowance: Allowance) -> "Vacation":
        """Add a vacation from the local day `first` to `last`, both included.

        It begins at midnight, or immediately if `first` is today; today costs a whole day, but only once.
        Days already taken cost nothing. Raises Refusal: "vacation-backwards", "vacation-past",
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
        new = [self._charged_once(day, allowance.zone) for day in days]
        if not new:
            raise Refusal("vacation-already")
        for year, needed in sorted(Counter(day.year for day in new if day.year is not None).items()):
            days_left = self.remaining_days(year, allowance)
            if needed > days_left:
                raise Refusal("vacation-budget", year=str(year), needed=str(needed), left=str(days_left))
        return self._with(new)

    def cover(self, moment: datetime, allowance: Allowance) -> "Vacation | None":
        """Take a day from `moment` on, when a clock runs out; None if the year's budget is used up.

        The day lasts until the same local time of the next day. Only `clocks.judge` needs this.
        """
        local = moment.astimezone(allowance.zone)
        if not self.remaining_days(local.year, allowance):
            return None
        return self._with(
            [Day(moment.astimezone(UTC), (local + _ONE).astimezone(UTC), local.year, automatic=True)]
        )

    def cancel(self, period: Period, now: datetime) -> "Vacation":
        """End a period now, or cancel it: days that have not begun are refunded.

        The current day stays paid. Raises Refusal: "vacation-unknown" for a period that does not exist or is
        over.
        """
        if period not in self.periods or period.end <= now:
            raise Refusal("vacation-unknown")
        return Vacation(tuple(day for old in self.days for day in _before_or_outside(old, period, now)))

    def _covers(self, day: Day) -> bool:
        return any(period.start <= day.start and day.end <= period.end for period in self.periods)

    def _charged_once(self, day: Day, zone: ZoneInfo) -> Day:
        """Return a day to take, as a further part of a paid day on the same date if there is one."""
        local = day.start.astimezone(zone).date()
        years = [
            old.year
            for old in self.days
            if old.start <= day.start and old.start.astimezone(zone).date() == local
        ]
        paid = sum(year is not None for year in years)
        return day._replace(year=None) if len(years) < paid * _MAX_PARTS else day

    def _with(self, new: Iterable[Day]) -> "Vacation":
        return Vacation(tuple(sorted((*self.days, *new), key=lambda day: (day.start, day.end))))


def _merge(days: Iterable[Day]) -> Iterator[Period]:
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
        # A time zone that skips a day at the date line has no such day.
        if start < end:
            yield Day(start, end, local.year)


def _midnight(local: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(local, time(), zone).astimezone(UTC)


def _before_or_outside(day: Day, period: Period, now: datetime) -> Iterator[Day]:
    if not (period.start <= day.start and day.end <= period.end) or day.end <= now:
        yield day
    elif day.start <= now:
        yield day._replace(end=now.astimezone(UTC))
