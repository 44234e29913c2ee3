"""Which backups are kept."""

from datetime import UTC, datetime, timedelta

from data.keeping.rotation import KeptFor, worth_keeping

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def every_day(latest: datetime, days: int) -> list[datetime]:
    return [latest - timedelta(days=back) for back in range(days)]


def test_one_backup_of_each_day_and_week_is_kept() -> None:
    moments = [*every_day(NOON, 40), NOON - timedelta(hours=1)]
    sundays = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (15, 8, 1)]
    assert worth_keeping(moments, KeptFor(days=3, weeks=4)) == {*every_day(NOON, 3), *sundays}


def test_a_week_goes_on_over_the_turn_of_the_year() -> None:
    saturday = datetime(2027, 1, 2, 12, tzinfo=UTC)
    sunday_before = datetime(2026, 12, 27, 12, tzinfo=UTC)
    moments = worth_keeping(every_day(saturday, 10), KeptFor(days=1, weeks=2))
    assert moments == {saturday, sunday_before}


def test_the_latest_backup_is_always_kept() -> None:
    assert worth_keeping(every_day(NOON, 3), KeptFor(days=0, weeks=0)) == {NOON}
