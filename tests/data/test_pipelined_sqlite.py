"""The SQLite driver where something goes wrong in the middle."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.play.repositories.store import Store, Tables
from data.records import PersonRecord, RequestRecord
from tests.data.test_store import NOON

ANNA = PersonRecord(1, "Anna", "en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite:///{path}")
    yield opened
    await opened.close()


@contextmanager
def another_process(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        yield connection


async def _write(tables: Tables, server: int, locale: str) -> None:
    await tables.people.meet_server(server, locale)


async def _request(tables: Tables, player: int) -> None:
    await tables.requests.add(RequestRecord("once", player, "turn", 1, None, None), NOON)


async def _locale(store: Store, server: int) -> str | None:
    async with store.read() as tables:
        return await tables.people.server_locale(server)


async def test_what_waited_is_seen_by_the_next_statement_that_returns_something(store: Store) -> None:
    async with store.write() as tables:
        await _write(tables, 7, "de")
        assert await tables.people.server_locale(7) == "de"
        await _write(tables, 7, "fr")
    assert await _locale(store, 7) == "fr"


async def test_an_error_found_at_the_commit_undoes_all_and_blocks_nobody(path: Path, store: Store) -> None:
    async def unknown() -> None:
        async with store.write() as tables:
            await _write(tables, 7, "de")
            await _request(tables, 404)
            await _write(tables, 8, "de")

    with pytest.raises(IntegrityError):
        await unknown()
    with another_process(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    assert (await _locale(store, 7), await _locale(store, 8)) == (None, None)
    async with store.write() as tables:
        await _write(tables, 7, "fr")
    assert await _locale(store, 7) == "fr"


@pytest.mark.parametrize("goes_on", [True, False])
async def test_an_error_found_late_and_passed_over_commits_nothing(store: Store, goes_on: bool) -> None:
    async with store.write() as tables:
        await tables.people.meet(ANNA)

    async def careless() -> None:
        async with store.write() as tables:
            await _write(tables, 7, "de")
            await _request(tables, 404)
            with pytest.raises(IntegrityError):
                await tables.people.get(1)
            if goes_on:
                await _write(tables, 8, "de")

    with pytest.raises(OperationalError, match="an earlier statement"):
        await careless()
    assert (await _locale(store, 7), await _locale(store, 8)) == (None, None)


async def test_who_waits_in_vain_for_another_process_can_begin_again(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.engines.BUSY_SECONDS", 0)
    hasty = await Store.open(f"sqlite:///{path}")

    async def write() -> None:
        async with hasty.write() as tables:
            await _write(tables, 7, "de")

    with another_process(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            await write()
        other.execute("ROLLBACK")
    assert await _locale(store, 7) is None
    await write()
    assert await _locale(store, 7) == "de"
    await hasty.close()


async def test_a_transaction_cancelled_while_it_is_committed_is_done_wholly_or_not_at_all(
    path: Path, store: Store
) -> None:
    async def write(locale: str) -> None:
        async with store.write() as tables:
            for server in (7, 8):
                await _write(tables, server, locale)

    for steps in range(30):
        before = await _locale(store, 7)
        task = asyncio.create_task(write(str(steps)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with store.write() as tables:
            after = {await tables.people.server_locale(server) for server in (7, 8)}
        assert after in ({before}, {str(steps)})
        with another_process(path) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
