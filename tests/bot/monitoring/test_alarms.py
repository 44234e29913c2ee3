from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from bot.monitoring import alarms as module
from bot.monitoring.alarms import OVER_AFTER, Alarm, AlarmKind, Alarms
from bot.monitoring.status import DiskRoom
from data.cluster.backups import BackupRepository
from data.cluster.rows import BackupRecord
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOW = datetime(2026, 11, 26, 3, tzinfo=UTC)
FULL = DiskRoom("/data", 10**8, 10**11)
MINUTE = timedelta(minutes=1)


class ManualClock:
    """A clock advanced by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> list[DiskRoom]:
    """The disk space that alarms read, in the last element; enough at first."""
    rooms = [DiskRoom("/data", 10**10, 10**11)]
    monkeypatch.setattr(module, "disk_room", lambda _: rooms[-1])
    return rooms


def make_alarms(store: Store, clock: ManualClock) -> Alarms:
    return Alarms(store, clock, Path("/data"))


async def kinds(alarms: Alarms) -> list[AlarmKind]:
    return [alarm.kind for alarm in await alarms.new_alarms()]


async def test_only_one_process_raises_an_alarm(
    store: Store, clock: ManualClock, room: list[DiskRoom]
) -> None:
    first, second = make_alarms(store, clock), make_alarms(store, clock)
    assert await first.new_alarms() == []
    room.append(FULL)
    assert await second.new_alarms() == [Alarm(AlarmKind.DISK, "100 MB", "/data")]
    for _ in range(30):
        clock.now += MINUTE
        assert [await kinds(alarms) for alarms in (first, second)] == [[], []]


async def test_an_alarm_is_raised_again_after_a_long_recovery(
    store: Store, clock: ManualClock, room: list[DiskRoom]
) -> None:
    alarms, enough = make_alarms(store, clock), room[0]
    room.append(FULL)
    assert await kinds(alarms) == [AlarmKind.DISK]
    for free in (enough, FULL, enough):
        room.append(free)
        clock.now += OVER_AFTER - MINUTE
        assert await kinds(alarms) == [], "a short recovery does not end the alarm"
    clock.now += OVER_AFTER
    await alarms.new_alarms()
    room.append(FULL)
    assert await kinds(alarms) == [AlarmKind.DISK]


@pytest.mark.usefixtures("room")
async def test_old_and_failed_backups_raise_alarms(store: Store, clock: ManualClock) -> None:
    alarms = make_alarms(store, clock)
    async with store.write() as session:
        await session.of(BackupRepository).add(BackupRecord(NOW, 1000))
    clock.now += timedelta(hours=49)
    assert await kinds(alarms) == []
    async with store.write() as session:
        await session.of(BackupRepository).add(BackupRecord(clock.now, failure="no room"))
    assert await alarms.new_alarms() == [Alarm(AlarmKind.BACKUP_FAILED, "no room")]
    clock.now += timedelta(hours=2)
    assert await alarms.new_alarms() == [Alarm(AlarmKind.BACKUP_OLD, "51 h 0 min")]


@pytest.mark.usefixtures("room")
async def test_repeated_engine_deaths_raise_one_alarm(store: Store, clock: ManualClock) -> None:
    alarms = make_alarms(store, clock)
    for deaths, expected in ((0, []), (2, []), (1, [AlarmKind.ENGINES]), (6, [])):
        for _ in range(deaths):
            alarms.engine_died()
        clock.now += MINUTE
        assert await kinds(alarms) == expected
    clock.now += timedelta(hours=2)
    await alarms.new_alarms()
    alarms.engine_died()
    assert await kinds(alarms) == [], "a single death raises no alarm"


async def test_a_database_outage_raises_an_alarm(
    store: Store, clock: ManualClock, room: list[DiskRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = make_alarms(store, clock)

    async def raise_outage(_: object) -> None:
        raise OperationalError("SELECT 1", None, ConnectionError("refused"))

    with monkeypatch.context() as patches:
        patches.setattr(module, "read_backups", raise_outage)
        assert await alarms.new_alarms() == []
        clock.now += timedelta(minutes=5)
        assert await alarms.new_alarms() == [Alarm(AlarmKind.DATABASE, "refused")]
        room.append(FULL)
        assert await kinds(alarms) == [AlarmKind.DISK], "a full disk raises its alarm without the database"
        clock.now += MINUTE
        assert await kinds(alarms) == []
    for _ in range(20):
        assert await kinds(alarms) == [], "raised already"
        clock.now += MINUTE
    with monkeypatch.context() as patches:
        patches.setattr(module, "read_backups", raise_outage)
        assert await kinds(alarms) == [], "the disk is as full as before"
        room.append(DiskRoom("/data", 10**10, 10**11))
        clock.now += timedelta(minutes=4)
        assert await kinds(alarms) == []
        room.append(FULL)
        clock.now += OVER_AFTER
        assert await kinds(alarms) == [AlarmKind.DISK, AlarmKind.DATABASE]


@pytest.mark.usefixtures("room")
async def test_a_flapping_database_raises_one_alarm(
    store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = make_alarms(store, clock)

    async def raise_outage(_: object) -> None:
        raise OperationalError("SELECT 1", None, ConnectionError("refused"))

    async def alarms_during_outage() -> list[AlarmKind]:
        with monkeypatch.context() as patches:
            patches.setattr(module, "read_backups", raise_outage)
            first = await kinds(alarms)
            clock.now += timedelta(minutes=5)
            return [*first, *await kinds(alarms)]

    assert await alarms_during_outage() == [AlarmKind.DATABASE]
    clock.now += MINUTE
    assert await kinds(alarms) == []
    assert await alarms_during_outage() == [], "the first outage ended too recently"
    clock.now += OVER_AFTER
    assert await kinds(alarms) == []
    assert await alarms_during_outage() == [AlarmKind.DATABASE]


async def test_an_unsent_alarm_is_raised_again(
    store: Store, clock: ManualClock, room: list[DiskRoom]
) -> None:
    alarms = make_alarms(store, clock)
    room.append(FULL)
    (alarm,) = await alarms.new_alarms()
    await alarms.forget(alarm)
    assert await alarms.new_alarms() == [alarm]


async def test_an_unsent_alarm_during_an_outage_is_raised_again(
    store: Store, clock: ManualClock, room: list[DiskRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = make_alarms(store, clock)

    async def raise_outage(_: object) -> None:
        raise OperationalError("SELECT 1", None, ConnectionError("refused"))

    monkeypatch.setattr(module, "read_backups", raise_outage)
    room.append(FULL)
    (alarm,) = await alarms.new_alarms()
    assert await alarms.new_alarms() == []
    await alarms.forget(alarm)
    assert await alarms.new_alarms() == [alarm]


@pytest.mark.usefixtures("room")
async def test_short_outages_do_not_add_up(
    store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = make_alarms(store, clock)

    async def raise_outage(_: object) -> None:
        raise OperationalError("SELECT 1", None, ConnectionError("refused"))

    for _ in range(3):
        with monkeypatch.context() as patches:
            patches.setattr(module, "read_backups", raise_outage)
            clock.now += timedelta(minutes=4)
            assert await kinds(alarms) == []
        clock.now += MINUTE
        assert await kinds(alarms) == []


async def test_a_missing_folder_raises_no_alarm(
    store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: Path) -> DiskRoom:
        raise FileNotFoundError("/data")

    monkeypatch.setattr(module, "disk_room", missing)
    assert await make_alarms(store, clock).new_alarms() == []
