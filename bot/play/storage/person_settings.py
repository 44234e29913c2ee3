"""A person's settings: preferences and vacation, as the store keeps them and as the clocks need them."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.play.domain.preferences import (
    Period,
    Preferences,
    VacationBook,
    YearDays,
    read_preferences,
    write_preferences,
)
from bot.play.domain.time.vacation import Allowance, Day, Vacation
from data.records import MatchRecord, PersonSettingsRecord


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person wants, and when they are away."""

    preferences: Preferences = field(default_factory=Preferences)
    vacation: Vacation = field(default_factory=Vacation)

    @property
    def allowance(self) -> Allowance:
        """The vacation they may take."""
        return self.preferences.allowance

    def book(self, now: datetime) -> VacationBook:
        """Return their vacation as it is at a moment."""
        allowance = self.allowance
        periods = sorted(
            (
                Period(period.start, period.end, automatic)
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
            self.vacation.left(this_year, allowance),
            tuple(periods),
            None if away is None else away.end,
            tuple(YearDays(year, self.vacation.left(year, allowance)) for year in later),
        )

    def _days(self, *, automatic: bool) -> Vacation:
        return Vacation(tuple(day for day in self.vacation.days if day.automatic is automatic))


USUAL: Final = PersonSettings()
"""The settings of someone who has never said anything."""


def settings_from(record: PersonSettingsRecord | None) -> PersonSettings:
    """Return the settings of a person."""
    if record is None:
        return USUAL
    return PersonSettings(
        read_preferences(record.preferences), Vacation(tuple(Day(*day) for day in record.vacation))
    )


def stored_settings(settings: PersonSettings) -> PersonSettingsRecord:
    """Return settings as the store keeps them."""
    days = tuple((day.start, day.end, day.year, day.automatic) for day in settings.vacation.days)
    return PersonSettingsRecord(write_preferences(settings.preferences), days)


def settings_at(record: MatchRecord, seat: int | None) -> PersonSettings:
    """Return the settings of the person on a seat of a game that was read to be changed."""
    return USUAL if seat is None or seat >= len(record.settings) else settings_from(record.settings[seat])


def away_from(record: MatchRecord, now: datetime) -> dict[int, datetime]:
    """Return until when those players of a match, read with their settings, are away who are away now."""
    periods = {
        player.person: settings_from(kept).vacation.away(now)
        for player, kept in zip(record.players, record.settings, strict=True)
        if player.person is not None
    }
    return {person: period.end for person, period in periods.items() if period is not None}


def with_settings(record: MatchRecord, person: int, settings: PersonSettings) -> MatchRecord:
    """Return a game that knows someone's new settings."""
    stored, people = stored_settings(settings), record.settings or (None,) * len(record.players)
    return replace(
        record,
        settings=tuple(
            stored if player.person == person else old
            for player, old in zip(record.players, people, strict=True)
        ),
    )
