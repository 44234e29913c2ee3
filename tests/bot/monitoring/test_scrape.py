import platform
import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from bot.monitoring import scrape as module
from bot.monitoring.metrics import Metrics
from bot.monitoring.scrape import BACKLOGS_EVERY, RUNNING_EVERY, Scrape
from bot.repositories.people.people import PersonRepository
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from data.cluster.backups import BackupRepository
from data.cluster.processes import ProcessRepository
from data.cluster.rows import BackupRecord
from data.cluster.shards import ShardRepository
from data.cluster.timers import TimerRepository
from data.migration import newest
from data.store import Store
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"fernpartie_{name}", labels)


async def test_a_scrape_reports_database_backlogs(world: World, tmp_path: Path) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1.2.3", tmp_path)
    now = world.time()
    match = await world.match()
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    for _ in range(2):
        await world.challenge()
    await world.outbox.claim(1)
    async with world.store.write() as session:
        await session.of(TimerRepository).set(CHALLENGE_TIMER, 99, now - timedelta(minutes=3))
        await session.of(ProcessRepository).join("a", "one", "1.2", timedelta(hours=1))
        await session.of(ShardRepository).take([0, 1, 2], 3, "a")
        await session.of(ShardRepository).record_connected([0, 1], "a")
        backups = session.of(BackupRepository)
        for backup in (BackupRecord(now - timedelta(days=1), 1000), BackupRecord(now, failure="no room")):
            await backups.add(backup)
    world.time.pass_by(timedelta(seconds=90))
    text = (await scrape.text()).decode()
    assert 'fernpartie_outbox_notices{state="due"} 2.0' in text
    assert 'fernpartie_outbox_notices{state="claimed"} 1.0' in text
    assert "fernpartie_outbox_oldest_seconds 90.0" in text
    assert 'fernpartie_running_games{game="counting"} 1.0' in text
    figures = {
        "processes_alive": 1,
        "shards_wanted": 3,
        "shards_connected": 2,
        "deadlines_overdue": 1,
        "deadlines_oldest_seconds": 270,
        "backup_last_failed": 1,
        "backup_last_success_timestamp_seconds": (now - timedelta(days=1)).timestamp(),
    }
    assert {name: value(metrics, name) for name in figures} == figures
    disk = shutil.disk_usage(tmp_path)
    assert value(metrics, "disk_size_bytes", folder=str(tmp_path)) == disk.total
    assert value(metrics, "disk_free_bytes", folder=str(tmp_path)) != disk.total
    (labels,) = re.findall(r"^fernpartie_build_info{(.*)} 1.0$", text, re.MULTILINE)
    assert re.findall(r'(\w+)="(.*?)"', labels) == [
        ("python", platform.python_version()),
        ("schema", newest()),
        ("version", "1.2.3"),
    ]
    assert "process_start_time_seconds" in text


async def test_backlogs_are_queried_at_most_every_few_seconds(world: World) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1")
    await scrape.text()
    await world.challenge()
    world.time.pass_by(BACKLOGS_EVERY - timedelta(seconds=1))
    await scrape.text()
    assert value(metrics, "outbox_notices", state="due") == 0
    world.time.pass_by(timedelta(seconds=1))
    await scrape.text()
    assert value(metrics, "outbox_notices", state="due") == 1


async def test_games_are_counted_each_minute(world: World) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1")
    match = await world.match()
    await scrape.text()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    running = []
    for wait in (RUNNING_EVERY - timedelta(seconds=1), timedelta(seconds=1)):
        world.time.pass_by(wait)
        await scrape.text()
        running.append(value(metrics, "running_games", game="counting"))
    assert running == [1, None]


def _check_outage(text: str) -> None:
    """Check that the metrics show nothing that the database did not say."""
    assert "fernpartie_outbox_oldest_seconds NaN" in text
    assert "fernpartie_backup_last_failed NaN" in text
    assert "fernpartie_outbox_notices{" not in text
    assert "fernpartie_running_games{" not in text
    assert "fernpartie_build_info{" in text


async def test_a_scrape_survives_a_database_outage(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1")
    await world.match()
    first = (await scrape.text()).decode()
    assert 'fernpartie_running_games{game="counting"} 1.0' in first
    assert "fernpartie_backup_last_success_timestamp_seconds NaN" in first
    assert "fernpartie_backup_last_failed 0.0" in first

    async def raise_error(*_: object) -> None:
        raise errors[-1]

    errors: list[Exception] = [TimeoutError(), OperationalError(None, None, ConnectionError("away"))]
    while errors:
        world.time.pass_by(RUNNING_EVERY)
        assert 'fernpartie_running_games{game="counting"} 1.0' in (await scrape.text()).decode()
        with monkeypatch.context() as patches:
            patches.setattr(module, "read_backlogs", raise_error)
            world.time.pass_by(BACKLOGS_EVERY)
            text = (await scrape.text()).decode()
        _check_outage(text)
        errors.pop()


async def test_the_store_reports_each_access(store: Store) -> None:
    metrics = Metrics()
    store.on_access(metrics.on_access)
    async with store.read() as session:
        await session.of(PersonRepository).get(1)
        assert store.in_use == 1
    assert store.in_use == 0
    with pytest.raises(ValueError, match="a mistake"):
        async with store.write():
            raise ValueError("a mistake")
    assert value(metrics, "database_seconds_count", mode="read") == 1
    assert value(metrics, "database_seconds_count", mode="write") == 1
    assert value(metrics, "database_errors_total", mode="write") is None
    with pytest.raises(OperationalError):
        async with store.write():
            raise OperationalError(None, None, ConnectionError("away"))
    assert value(metrics, "database_errors_total", mode="write") == 1
