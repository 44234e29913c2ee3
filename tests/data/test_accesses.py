"""Reports of database accesses, and the write-ahead log left by a dead process."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def test_each_database_access_is_reported(store: Store) -> None:
    uses: list[tuple[bool, bool]] = []
    store.on_access(lambda access: uses.append((access.writes, access.failed)))
    async with store.read():
        assert store.in_use == 1
        async with store.write():
            assert store.in_use == 2
    assert store.in_use == 0
    with pytest.raises(OSError, match="gone"):
        async with store.write():
            raise OSError("gone")
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            await session.of(RequestRepository).add(RequestRecord("r", 404, "turn", 1, None), NOON)
    assert uses == [(True, False), (False, False), (True, True), (True, False)], "a conflict is no failure"
    assert store.in_use == 0


async def test_opening_empties_the_log_of_an_unclean_shutdown(tmp_path: Path) -> None:
    file, log = tmp_path / "games.db", tmp_path / "games.db-wal"
    store = await Store.open(f"sqlite:///{file}")
    async with store.write() as session:
        await session.of(PersonRepository).record_server(7, "klingon")
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchall()
        async with store.write() as session:
            await session.of(PersonRepository).record_server(7, "de")
            session.erases = True
        await store.close()
        reader.execute("COMMIT")
        assert b"klingon" in content(log)
        successor = await Store.open(f"sqlite:///{file}")
        assert b"klingon" not in content(log)
        await successor.close()


def content(file: Path) -> bytes:
    return file.read_bytes()
