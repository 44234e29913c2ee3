"""A person's preferences: language, board, notifications, automatic moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final, TypedDict
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BeforeValidator, PlainSerializer

from bot.model.refusal import Refusal
from bot.model.settings import SWITCH, Owner, Setting, SettingValues, Value, person_switch
from bot.model.texts import storable
from bot.model.time.reminders import LATEST, SOONEST, QuietHours, ReminderTimes, read_quiet_hours
from bot.model.time.vacation import Allowance

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-zone": ("zone",),
    "reminder-hours": ("least", "most"),
}
"""This module's refusal reasons, with the names of their details."""

_LONGEST: Final = 64
_HOUR: Final = timedelta(hours=1)


FORCED: Final = person_switch("forced", default=False, place=10)
"""Whether a player's only legal move is played automatically."""
QUIET_SILENT: Final = person_switch("quiet_silent", default=False, place=15)
"""Whether turns in quiet hours are posted immediately without a sound, instead of pinging later."""
AUTO_VACATION: Final = person_switch("auto_vacation", default=True, place=20)
"""Whether a clock that would run out takes a day of vacation."""
MIRRORED: Final = person_switch("mirrored", default=False, place=30)
"""Whether boards use the personal view, in games whose rulebook has one."""
CONFIRM: Final = person_switch("confirm", default=True, place=40)
"""Whether a person sees a preview of a move before it is played."""
CONFIRM_ASKED: Final = Setting(Owner.PERSON, "confirm_asked", False, SWITCH)
"""Whether they were asked to confirm the default; not set directly."""
SETTINGS: Final = (FORCED, QUIET_SILENT, AUTO_VACATION, MIRRORED, CONFIRM)
"""The switches that the chat or several features use."""


class PingPlace(StrEnum):
    """Where a person is pinged about turns and ends: in the game's thread, directly, both, or nowhere."""

    THREAD = "thread"
    DIRECT = "direct"
    BOTH = "both"
    NONE = "none"

    @classmethod
    def _missing_(cls, value: object) -> "PingPlace":
        # Written by a newer version; the default applies.
        del value
        return cls.THREAD

    @property
    def in_public(self) -> bool:
        """Whether public messages ping them."""
        return self in {PingPlace.THREAD, PingPlace.BOTH}

    @property
    def in_person(self) -> bool:
        """Whether they get a direct message."""
        return self in {PingPlace.DIRECT, PingPlace.BOTH}


def _read_quiet(stored: object) -> object:
    if not isinstance(stored, str):
        return stored
    try:
        return read_quiet_hours(stored)
    except Refusal as refusal:
        raise ValueError(refusal.reason) from None


StoredQuiet = Annotated[QuietHours, BeforeValidator(_read_quiet), PlainSerializer(str)]
"""Quiet hours in their stored text form."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences; the defaults apply until they are changed.

    `language` is None for their client's language, `theme` empty for the default board. `reminders` are hours
    before a deadline (1 to 168, at most three); without a deadline they are reminded every `every` hours,
    None for never. `zone` is the name of a time zone, used for `quiet` and for days of vacation. `settings`
    are the values of features' settings, including unknown settings of a newer version;
    `preferences[SETTING]` reads one.
    """

    language: str | None = None
    theme: str = ""
    tell: PingPlace = PingPlace.THREAD
    reminders: tuple[int, ...] = (24, 6)
    every: int | None = 48
    quiet: StoredQuiet | None = None
    zone: str = "UTC"
    settings: SettingValues = SettingValues()  # noqa: RUF009  # an immutable value

    def __getitem__(self, setting: Setting[Value]) -> Value:
        return self.settings[setting]

    @property
    def reminder_times(self) -> ReminderTimes:
        """When the person wants reminders. Raises Refusal like `ReminderTimes` and `read_zone`."""
        every = None if self.every is None else self.every * _HOUR
        return ReminderTimes(
            read_zone(self.zone),
            tuple(hours * _HOUR for hours in self.reminders),
            every,
            self.quiet,
            silent=self[QUIET_SILENT],
        )

    @property
    def allowance(self) -> Allowance:
        """The person's vacation allowance. Raises Refusal like `read_zone`."""
        return Allowance(read_zone(self.zone), automatic=self[AUTO_VACATION])


class PreferenceChanges(TypedDict, total=False):
    language: str | None
    theme: str
    tell: PingPlace
    reminders: tuple[int, ...]
    every: int | None
    quiet: QuietHours | None
    zone: str


def apply_changes(preferences: Preferences, changes: PreferenceChanges) -> Preferences:
    """Return changed preferences.

    Raises Refusal: "reminder-hours" (too near or too far), "reminder-times" (too many), "unknown-zone";
    TypeError for an unknown preference.
    """
    new = replace(preferences, **changes)
    least, most = SOONEST // _HOUR, LATEST // _HOUR
    hours = (*new.reminders, *([] if new.every is None else [new.every]))
    if not all(least <= hour <= most for hour in hours):
        raise Refusal("reminder-hours", least=str(least), most=str(most))
    new = replace(
        new,
        language=None if new.language is None else storable(new.language, _LONGEST),
        theme=storable(new.theme, _LONGEST),
        reminders=tuple(sorted(set(new.reminders), reverse=True)),
    )
    # Evaluated only as a check, so that stored values always stay readable.
    _ = new.reminder_times
    return new


def read_zone(name: str) -> ZoneInfo:
    """Return the time zone with a name. Raises Refusal: "unknown-zone"."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("unknown-zone", zone=storable(name, _LONGEST)) from None


@dataclass(frozen=True, slots=True)
class Absence:
    """A period of absence; `automatic` if a clock took it to avoid running out."""

    start: datetime
    end: datetime
    automatic: bool


@dataclass(frozen=True, slots=True)
class YearDays:
    """A number of days of one calendar year."""

    year: int
    days: int


@dataclass(frozen=True, slots=True)
class VacationBook:
    """A person's vacation: days per year, days left this year, current and future periods.

    `away_until` is the end of a current absence, else None. `later` is the remaining budget of following
    years with bookings. `cost` is the price in days of the vacation just taken or ended, `costs` the price by
    year of a vacation just taken; both belong to that change, not to the stored vacation.
    """

    budget_days: int
    left_days: int
    periods: Sequence[Absence]
    away_until: datetime | None
    later: tuple[YearDays, ...] = ()
    cost: int = field(default=0, compare=False)
    costs: tuple[YearDays, ...] = field(default=(), compare=False)
