"""People's preferences, and views of their vacation days."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from bot.model.people.person_settings import PersonSettings
from bot.model.people.preferences import (
    AUTO_VACATION,
    FORCED,
    QUIET_SILENT,
    REASONS,
    Absence,
    PingPlace,
    PreferenceChanges,
    Preferences,
    YearDays,
    apply_changes,
    read_zone,
)
from bot.model.refusal import Refusal
from bot.model.time.reminders import QuietHours
from bot.model.time.vacation import DAYS_A_YEAR, Allowance, Day, Vacation

USUAL = Preferences()
NIGHT = QuietHours(time(22), time(7))


@pytest.mark.parametrize(
    ("tell", "public", "person"),
    [
        (PingPlace.THREAD, True, False),
        (PingPlace.DIRECT, False, True),
        (PingPlace.BOTH, True, True),
        (PingPlace.NONE, False, False),
        (PingPlace("by-pigeon"), True, False),
    ],
)
def test_ping_place_covers_public_and_direct_messages(tell: PingPlace, *, public: bool, person: bool) -> None:
    assert (tell.in_public, tell.in_person) == (public, person)


def test_reminder_times_reflect_preferences() -> None:
    reminder_times = Preferences(
        reminders=(48, 3), every=12, quiet=NIGHT, zone="Europe/Berlin"
    ).reminder_times
    assert (reminder_times.before, reminder_times.every) == (
        (timedelta(hours=48), timedelta(hours=3)),
        timedelta(hours=12),
    )
    assert (reminder_times.quiet, reminder_times.zone.key, reminder_times.silent) == (
        NIGHT,
        "Europe/Berlin",
        False,
    )
    assert Preferences(every=None).reminder_times.every is None
    silent = replace(USUAL, settings=USUAL.settings.with_value(QUIET_SILENT, value=True))
    assert silent.reminder_times.silent


def test_the_allowance_uses_the_persons_zone() -> None:
    assert Preferences(zone="Asia/Tokyo").allowance == Allowance(read_zone("Asia/Tokyo"))
    manual = replace(USUAL, settings=USUAL.settings.with_value(AUTO_VACATION, value=False))
    assert manual.allowance == Allowance(read_zone("UTC"), automatic=False)
    assert PersonSettings(manual).allowance == manual.allowance
    assert (USUAL[FORCED], USUAL[AUTO_VACATION]) == (False, True)


def test_changes_are_cleaned_and_sorted() -> None:
    new = apply_changes(
        USUAL,
        {"language": "d\x00e", "theme": "o" * 70, "reminders": (1, 168, 1), "every": 168, "quiet": NIGHT},
    )
    assert (new.language, new.theme, new.reminders) == ("de", "o" * 64, (168, 1))
    assert (new.every, new.quiet, new.tell) == (168, NIGHT, PingPlace.THREAD)
    cleared = apply_changes(new, {"language": None, "reminders": (), "every": None, "quiet": None})
    assert (cleared.language, cleared.reminders, cleared.every, cleared.quiet) == (None, (), None, None)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"reminders": (169, 5)}, "reminder-hours"),
        ({"reminders": (5, 0)}, "reminder-hours"),
        ({"every": 0}, "reminder-hours"),
        ({"every": 169}, "reminder-hours"),
        ({"reminders": (1, 2, 3, 4)}, "reminder-times"),
        ({"zone": "Moon/Base"}, "unknown-zone"),
    ],
)
def test_impossible_changes_are_refused(changes: PreferenceChanges, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        apply_changes(USUAL, changes)
    assert refusal.value.reason == reason
    if reason in REASONS:
        assert tuple(refusal.value.details) == REASONS[reason]
    if reason == "reminder-hours":
        assert refusal.value.details == {"least": "1", "most": "168"}


def test_stored_preferences_round_trip() -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(Preferences)
    stored = adapter.dump_json(Preferences(quiet=NIGHT, tell=PingPlace.BOTH, zone="Asia/Tokyo"))
    assert adapter.validate_json(stored) == Preferences(quiet=NIGHT, tell=PingPlace.BOTH, zone="Asia/Tokyo")
    with pytest.raises(ValidationError):
        adapter.validate_json('{"quiet": "at night"}')


def _day(day: datetime, *, automatic: bool = False, year: int | None = 0) -> Day:
    return Day(day, day + timedelta(days=1), day.year if year == 0 else year, automatic)


def test_a_vacation_book_lists_days_and_periods() -> None:
    def in_november(day: int) -> datetime:
        return datetime(2026, 11, day, tzinfo=UTC)

    january = datetime(2027, 1, 3, tzinfo=UTC)
    days = (
        _day(in_november(1)),
        _day(in_november(10), automatic=True),
        _day(in_november(11)),
        _day(in_november(12)),
        _day(in_november(20)),
        _day(january),
    )
    book = PersonSettings(vacation=Vacation(days)).book(in_november(10) + timedelta(hours=9))
    assert book.periods == (
        Absence(in_november(10), in_november(11), automatic=True),
        Absence(in_november(11), in_november(13), automatic=False),
        Absence(in_november(20), in_november(21), automatic=False),
        Absence(january, january + timedelta(days=1), automatic=False),
    )
    assert (book.budget_days, book.left_days) == (DAYS_A_YEAR, DAYS_A_YEAR - 5)
    assert book.later == (YearDays(2027, DAYS_A_YEAR - 1),)
    assert book.away_until == in_november(13)
    after_the_absence = PersonSettings(vacation=Vacation(days)).book(in_november(13))
    assert (after_the_absence.away_until, len(after_the_absence.periods)) == (None, 2)


def test_periods_are_sorted_by_start() -> None:
    start = datetime(2026, 11, 1, tzinfo=UTC)
    taken = Day(start, start + timedelta(days=9), 2026, automatic=True)
    planned = _day(start + timedelta(days=3))
    book = PersonSettings(vacation=Vacation((taken, planned))).book(start)
    assert [period.automatic for period in book.periods] == [True, False]


def test_the_year_of_a_vacation_book_follows_the_zone() -> None:
    eve = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    day = _day(datetime(2027, 1, 5, tzinfo=UTC))
    abroad = PersonSettings(Preferences(zone="Asia/Tokyo"), Vacation((day,))).book(eve)
    assert (abroad.left_days, abroad.later) == (DAYS_A_YEAR - 1, ())
    home = PersonSettings(vacation=Vacation((day,))).book(eve)
    assert (home.left_days, home.later) == (DAYS_A_YEAR, (YearDays(2027, DAYS_A_YEAR - 1),))
