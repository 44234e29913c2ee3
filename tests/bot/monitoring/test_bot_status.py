"""The bot's status and its problems in words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.monitoring.status import Backlogs, Backups, DiskRoom, Status, disk_room, in_words, read_status
from bot.repositories.records.outbox import BacklogRecord
from bot.repositories.restores import RestoreRepository
from bot.repositories.tables.match_tables import GAME_TIMER
from data.cluster.backups import BackupRepository
from data.cluster.processes import ProcessRepository
from data.cluster.rows import BackupRecord, ProcessRecord, ShardRecord
from data.cluster.shards import ShardRepository
from data.cluster.timers import TimerRepository
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)

NOW = datetime(2026, 11, 26, 3, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ALIVE = (ProcessRecord("a", "one", "1.2", NOW), ProcessRecord("b", "two", "1.2", NOW))
SHARDS = (ShardRecord(0, 3, "a", True), ShardRecord(1, 3, "b", True), ShardRecord(2, 3, "b", True))
WELL = Backlogs(NOW, BacklogRecord(), BacklogRecord(), BacklogRecord(), ALIVE, SHARDS)


def backlog(number: int, minutes: int) -> BacklogRecord:
    return BacklogRecord(number, NOW - minutes * MINUTE)


@pytest.mark.parametrize(
    ("backlogs", "troubles"),
    [
        (WELL, []),
        (replace(WELL, alive=()), ["no process is alive"]),
        (replace(WELL, shards=()), ["nothing is connected to Discord"]),
        (
            replace(
                WELL, shards=(SHARDS[0], replace(SHARDS[1], connected=None), replace(SHARDS[2], holder="c"))
            ),
            ["1 of 3 shards are connected"],
        ),
        (replace(WELL, due=backlog(2, 5), claimed=backlog(1, 4)), []),
        (replace(WELL, due=backlog(2, 4), claimed=backlog(1, 7)), ["a notice has been due for 7 min"]),
        (replace(WELL, due=backlog(2, 66), claimed=backlog(1, 7)), ["a notice has been due for 1 h 6 min"]),
        (replace(WELL, overdue=backlog(3, 5)), []),
        (replace(WELL, overdue=backlog(3, 8)), ["a deadline has been due for 8 min"]),
    ],
)
def test_old_backlogs_are_troubles(backlogs: Backlogs, troubles: list[str]) -> None:
    assert list(backlogs.troubles()) == troubles


def test_backlog_figures_summarize_shards_and_ages() -> None:
    busy = replace(WELL, due=backlog(2, 4), claimed=backlog(3, 7), overdue=backlog(1, 9))
    assert (busy.intended_shards, busy.connected_shards, busy.undelivered_notices) == (3, 3, 5)
    assert (busy.oldest_notice, busy.oldest_deadline) == (7 * MINUTE, 9 * MINUTE)
    idle = replace(WELL, shards=())
    assert (idle.intended_shards, idle.oldest_notice, idle.oldest_deadline) == (0, timedelta(), timedelta())
    later = replace(WELL, due=BacklogRecord(1, NOW + MINUTE))
    assert later.oldest_notice == timedelta()


def test_late_and_failed_backups_are_troubles() -> None:
    good = BackupRecord(NOW - timedelta(hours=50), 1000)
    fresh = Backups(good, good)
    assert (fresh.age(NOW), fresh.troubles(NOW)) == (timedelta(hours=50), ())
    failed = Backups(BackupRecord(NOW, failure="no room"), good)
    assert failed.troubles(NOW) == ("the latest backup failed: no room",)
    assert failed.troubles(NOW + MINUTE) == (
        "the latest backup failed: no room",
        "the latest good backup is 50 h 1 min old",
    )
    assert (Backups().age(NOW), Backups().is_too_old(NOW), Backups().troubles(NOW)) == (None, False, ())


def test_a_status_lists_all_troubles() -> None:
    full = DiskRoom("/data", 90_000_000, 10**10)
    failed = Backups(BackupRecord(NOW, failure="no room"))
    status = Status(replace(WELL, alive=()), 0, 0, {}, "SQLite", 0, "0059", backups=failed, disk=full)
    assert status.troubles() == (
        "no process is alive",
        "the latest backup failed: no room",
        "the disk of /data is nearly full: 90 MB are free",
    )
    assert replace(status, backlogs=WELL, backups=Backups(), disk=None).troubles() == ()


def test_disk_room_reports_free_and_total_size(tmp_path: Path) -> None:
    room = disk_room(tmp_path)
    assert room.folder == str(tmp_path)
    assert 0 < room.free <= room.size


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h 0 min"),
        (90_061, "25 h 1 min"),
    ],
)
def test_durations_are_formatted(seconds: float, words: str) -> None:
    assert in_words(timedelta(seconds=seconds)) == words


async def test_a_status_is_read_from_the_database(world: World) -> None:
    store, now = world.store, world.time()
    match = await world.match()
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    async with store.write() as session:
        for process in ("a", "b"):
            await session.of(ProcessRepository).join(process, "one", "1.2", timedelta(hours=1))
        await session.of(ShardRepository).take([1, 0], 2, "a")
        await session.of(ShardRepository).take([3], 2, "b")
        await session.of(TimerRepository).set(GAME_TIMER, 99, now + MINUTE / 2)
        backups = session.of(BackupRepository)
        await backups.add(BackupRecord(now - timedelta(days=1), 1000))
        await backups.add(BackupRecord(now, failure="no room"))
    disk = DiskRoom("/data", 10**9, 10**10)
    status = await read_status(store, now + MINUTE, disk)
    assert (status.running, status.failing, status.missed) == ({"counting": 1}, 0, 0)
    assert status.shards == {"a": (0, 1), "b": (3,)}
    assert (status.backups.latest, status.backups.good) == (
        BackupRecord(now, failure="no room"),
        BackupRecord(now - timedelta(days=1), 1000),
    )
    assert (status.restored, status.unsettled, status.disk) == (None, 0, disk)
    assert (status.backlogs.due.number > 0, status.backlogs.overdue.number) == (True, 0)
    assert status.size > 0
    assert status.revision
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        await restores.begin(49, now - MINUTE, now)
        await restores.begin(50, now, now)
        await restores.unsettle(50, ())
    restored = await read_status(store, now + MINUTE)
    assert restored.restored is not None
    assert (restored.restored.epoch, restored.unsettled > 0, restored.disk) == (50, True, None)
