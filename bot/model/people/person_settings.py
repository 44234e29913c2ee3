"""A person's settings: their preferences and absences."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.model.people.preferences import Absence, Preferences, VacationBook, YearDays
from bot.model.time.vacation import Allowance, Vacation


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """A person's preferences and vacation."""

    preferences: Preferences = field(default_factory=Preferences)
    vacation: Vacation = field(default_factory=Vacation)

    @property
    def allowance(self) -> Allowance:
        """Their vacation allowance."""
        return self.preferences.allowance

    def book(self, now: datetime) -> VacationBook:
        """Return their vacation as of a moment."""
        allowance = self.allowance
        periods = sorted(
            (
                Absence(period.start, period.end, automatic)
                for automatic in (False, True)
                for period in self._days(automatic=automatic).periods
                if period.end > now
            ),
            key=lambda period: period.start,
        )
        away = self.vacation.away(now)
        this_year = now.astimezone(allowance.zone).year
        later = sorted(
            {day.year for day in self.vacation.days if day.year is not None and day.year > this_year}
        )
        return VacationBook(
            allowance.days,
            self.vacation.remaining_days(this_year, allowance),
            tuple(periods),
            None if away is None else away.end,
            tuple(YearDays(year, self.vacation.remaining_days(year, allowance)) for year in later),
        )

    def _days(self, *, automatic: bool) -> Vacation:
        return Vacation(tuple(day for day in self.vacation.days if day.automatic is automatic))


USUAL: Final = PersonSettings()
"""The default settings of a person."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """An acting person: their settings, whether they missed a notice, the time of a requested deletion."""

    settings: PersonSettings
    missed: bool
    leaving: datetime | None
