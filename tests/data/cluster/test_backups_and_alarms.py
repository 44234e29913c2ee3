"""Rows of backups and alarms."""

from datetime import UTC, datetime, timedelta

from data.cluster.alarms import AlarmRepository
from data.cluster.backups import KEPT_FOR, BackupRepository
from data.cluster.rows import BackupRecord
from data.session import Session
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


async def _add(session: Session, *records: BackupRecord) -> BackupRepository:
    backups = session.of(BackupRepository)
    for record in records:
        await backups.add(record)
    return backups


async def test_failures_do_not_replace_the_latest_good_backup(store: Store) -> None:
    good = BackupRecord(NOON, 1000)
    async with store.write() as session:
        backups = await _add(session, BackupRecord(NOON - DAY, 900), good)
        assert (await backups.latest(), await backups.latest_good()) == (good, good)
        failed = [BackupRecord(NOON + days * DAY, failure=f"day {days}") for days in range(1, 100, 9)]
        await _add(session, *failed)
        assert (await backups.latest(), await backups.latest_good()) == (failed[-1], good)


async def test_old_backups_are_deleted(store: Store) -> None:
    async with store.write() as session:
        backups = await _add(session, BackupRecord(NOON, 1000))
        assert await backups.latest() == BackupRecord(NOON, 1000)
        await _add(session, BackupRecord(NOON + KEPT_FOR + DAY, 1100))
        await _add(session, BackupRecord(NOON + KEPT_FOR + DAY, failure="corrected"))
        assert await backups.latest_good() is None
        assert await backups.latest() == BackupRecord(NOON + KEPT_FOR + DAY, failure="corrected")


async def test_an_alarm_is_recorded_once_while_it_lasts(store: Store) -> None:
    async with store.write() as session:
        alarms = session.of(AlarmRepository)
        assert [await alarms.record(key, NOON) for key in ("disk", "disk", "engines")] == [True, False, True]
        assert await alarms.record("disk", NOON + DAY) is False
        assert await alarms.lasting() == {"disk", "engines"}
        await alarms.end(NOON + DAY)
        assert await alarms.lasting() == {"disk"}
        await alarms.end(NOON + 2 * DAY)
        assert await alarms.record("disk", NOON + 3 * DAY) is True
        await alarms.delete("disk")
        assert await alarms.lasting() == frozenset()
