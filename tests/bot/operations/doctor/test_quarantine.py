"""Findings about a quarantine of direct messages, from the bot's database."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.kernel.probes import FindingStatus
from bot.model.people.quarantine import QUARANTINE_HOLD
from bot.operations.doctor.quarantine import quarantine
from bot.operations.store import open_store
from data.cluster.request_limits import RequestLimitRepository

pytest_plugins = ("tests.data.databases",)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def url(tmp_path: Path, sqlite_tables: Path) -> str:
    file = tmp_path / "fernpartie.db"
    file.write_bytes(sqlite_tables.read_bytes())
    return f"sqlite:///{file}"


async def hold(url: str, key: str) -> None:
    store = await open_store(url)
    async with store.write() as session:
        assert await session.of(RequestLimitRepository).take(key, NOW, NOW + timedelta(hours=1))
    await store.close()


def names_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def at(**later: float) -> Callable[[], datetime]:
    return lambda: NOW + timedelta(**later)


async def test_an_active_quarantine_is_a_warning(url: str) -> None:
    await hold(url, QUARANTINE_HOLD)
    finding = await quarantine(url, at(minutes=59))
    assert finding is not None
    assert (finding.check, finding.status) == ("direct messages", FindingStatus.WARN)
    assert "(20026)" in finding.text
    assert "support" in finding.todo


@pytest.mark.parametrize("key", [QUARANTINE_HOLD, "another"])
async def test_an_expired_or_different_hold_is_not_a_quarantine(url: str, key: str) -> None:
    await hold(url, key)
    finding = await quarantine(url, at(hours=1))
    assert finding is not None
    assert finding.status is FindingStatus.OK


async def test_no_quarantine_finding_without_a_readable_database(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    assert await quarantine(f"sqlite:///{tmp_path / 'none.db'}", at()) is None
    assert await quarantine(f"sqlite:///{tmp_path / 'empty.db'}", at()) is None
    assert await quarantine("mysql://here/games", at()) is None
    assert names_in(tmp_path) == ["empty.db"]
