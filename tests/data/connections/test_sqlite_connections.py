"""SQLite connections of transactions: statements, waiting writers, errors, cancellation."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.records.outbox import RequestRecord
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import notices
from bot.repositories.tables.person_tables import players
from data.session import Session
from data.store import Store
from tests.data.test_store import NOON


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{path}")
    yield store
    await store.close()


@contextmanager
def another_process(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        yield connection


async def _write(session: Session, server: int, locale: str) -> None:
    await session.of(PersonRepository).record_server(server, locale)


async def _request(session: Session, player: int) -> None:
    await session.of(RequestRepository).add(RequestRecord("once", player, "turn", 1, None, None), NOON)


async def _locale(store: Store, server: int) -> str | None:
    async with store.read() as session:
        return await session.of(PersonRepository).server_locale(server)


async def test_one_statement_accepts_lists_of_any_length(store: Store) -> None:
    async with store.write() as session:
        for number in range(1, 5):
            await session.of(PersonRepository).record_seen(PersonRecord(number, f"P{number}", "en"))
    async with store.read() as session:
        for people in ([1], [1, 2, 3], [4], [2, 4], [9]):
            expected = {number: f"P{number}" for number in people if number < 9}
            assert await session.of(PersonRepository).names(people) == expected
        assert await session.of(PersonSettingsRepository).of([]) == {}


async def test_one_statement_accepts_varying_columns(store: Store) -> None:
    add, query = sa.insert(players), sa.select(players.c.name, players.c.locale).order_by(players.c.id)
    change = sa.update(players).where(players.c.id == sa.bindparam("_id"))
    async with store._engines.writing() as connection:
        await connection.execute(add, {"id": 1, "name": "Al", "locale": "en"})
        await connection.execute(add, [{"id": n, "name": "Bo", "locale": "en"} for n in (2, 3)])
        await connection.execute(change, {"_id": 1, "name": "Ali"})
        await connection.execute(change, {"_id": 2, "locale": "de"})
        await connection.execute(change, {"_id": 3, "locale": "fr", "name": "Cy"})
        rows = [tuple(row) for row in await connection.execute(query)]
    assert rows == [("Ali", "en"), ("Bo", "de"), ("Cy", "fr")]


async def test_row_attributes_are_named_after_columns(store: Store) -> None:
    async with store._engines.writing() as connection:
        await connection.execute(sa.insert(players), {"id": 1, "name": "Al", "locale": "en"})
        query = sa.select(players.c.id.label("who"), sa.func.count().label("times")).group_by(players.c.id)
        row = (await connection.execute(query)).one()
        renamed = sa.update(players).values(name="Bo").returning(players.c.name)
        assert (row.who, row.times, (await connection.execute(renamed)).scalar_one()) == (1, 1, "Bo")


async def test_uncommitted_changes_are_rolled_back(store: Store) -> None:
    for committed in (False, True):
        async with store._engines.writing() as connection:
            await connection.execute(sa.insert(players), {"id": 1, "name": "Al", "locale": "en"})
            if committed:
                await connection.commit()
        async with store.read() as session:
            assert (await session.of(PersonRepository).get(1) is not None) is committed


async def test_errors_hide_values(store: Store) -> None:
    secret = {"id": 1, "name": "secret", "locale": "en"}

    async def twice() -> None:
        async with store._engines.writing() as connection:
            await connection.execute(sa.insert(players), [secret, secret])
            await connection.commit()

    async def without_zone() -> None:
        async with store._engines.reading() as connection:
            due = sa.select(notices.c.id).where(notices.c.due == sa.bindparam("due"))
            await connection.execute(due, {"due": NOON.replace(tzinfo=None), "secret": "secret"})

    with pytest.raises(IntegrityError) as refused:
        await twice()
    with pytest.raises(StatementError) as unfit:
        await without_zone()
    assert "secret" not in f"{refused.value}{unfit.value}"


async def test_writers_wait_for_each_other_and_readers_for_nobody(store: Store) -> None:
    order: list[str] = []

    async def write(name: str) -> None:
        async with store.write() as session:
            await session.of(PersonRepository).get(1)
            order.append(name)
            await asyncio.sleep(0)
            order.append(name)

    async with store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Al", "en"))
        waiting = [asyncio.create_task(write(name)) for name in "abc"]
        async with store.read() as reading:
            assert await reading.of(PersonRepository).get(1) is None
        assert not order
    await asyncio.gather(*waiting)
    assert order == ["a", "a", "b", "b", "c", "c"]


async def test_an_error_rolls_back_everything_and_blocks_nobody(path: Path, store: Store) -> None:
    async def unknown() -> None:
        async with store.write() as session:
            await _write(session, 7, "de")
            await _request(session, 404)
            await _write(session, 8, "de")

    with pytest.raises(IntegrityError):
        await unknown()
    with another_process(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    assert (await _locale(store, 7), await _locale(store, 8)) == (None, None)
    async with store.write() as session:
        await _write(session, 7, "fr")
    assert await _locale(store, 7) == "fr"


async def test_a_write_can_be_retried_after_a_lock_timeout(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.connections.engines.BUSY_SECONDS", 0)
    hasty = await Store.open(f"sqlite:///{path}")

    async def write() -> None:
        async with hasty.write() as session:
            await _write(session, 7, "de")

    with another_process(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            await write()
        other.execute("ROLLBACK")
    assert await _locale(store, 7) is None
    await write()
    assert await _locale(store, 7) == "de"
    await hasty.close()


async def test_a_transaction_cancelled_during_commit_is_atomic(path: Path, store: Store) -> None:
    async def write(locale: str) -> None:
        async with store.write() as session:
            for server in (7, 8):
                await _write(session, server, locale)

    for steps in range(30):
        before = await _locale(store, 7)
        task = asyncio.create_task(write(str(steps)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with store.write() as session:
            after = {await session.of(PersonRepository).server_locale(server) for server in (7, 8)}
        assert after in ({before}, {str(steps)})
        with another_process(path) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")


_ADD = sa.insert(players)
_NAMES = sa.select(players.c.name).order_by(players.c.id)


def _row(number: int, name: str) -> dict[str, object]:
    return {"id": number, "name": name, "locale": "en"}


async def test_a_deferred_statement_runs_before_the_next_one(store: Store) -> None:
    rename = sa.update(players).where(players.c.id == sa.bindparam("_id"))
    async with store.write() as session:
        await session.defer(_ADD, _row(1, "Al"))
        await session.defer(_ADD, [_row(2, "Bo"), _row(3, "Cy")])
        assert list((await session.connection.execute(_NAMES)).scalars()) == ["Al", "Bo", "Cy"]
        await session.defer(rename, {"_id": 1, "name": "Ali"})
    async with store.read() as session:
        assert list((await session.connection.execute(_NAMES)).scalars()) == ["Ali", "Bo", "Cy"]


async def test_a_deferred_error_rolls_back_the_transaction(path: Path, store: Store) -> None:
    async def fail_at_commit() -> None:
        async with store.write() as session:
            await session.defer(_ADD, _row(1, "Al"))
            await session.defer(_ADD, _row(1, "Bo"))

    async def fail_at_the_next() -> None:
        async with store.write() as session:
            await session.defer(_ADD, _row(1, "Al"))
            await session.defer(_ADD, _row(1, "Bo"))
            await session.connection.execute(_NAMES)

    for fail in (fail_at_commit, fail_at_the_next):
        with pytest.raises(IntegrityError):
            await fail()
        with another_process(path) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        async with store.write() as session:
            assert not (await session.connection.execute(_NAMES)).all()


async def test_a_deferred_statement_is_dropped_with_its_failed_block(store: Store) -> None:
    async with store._engines.writing() as connection:
        await connection.execute(_ADD, _row(1, "Al"))
        await connection.commit()

    async def fail() -> None:
        async with store.write() as session:
            await session.defer(_ADD, _row(2, "Bo"))
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    async with store.write() as session:
        await session.defer(_ADD, _row(3, "Cy"))
    async with store.read() as session:
        assert list((await session.connection.execute(_NAMES)).scalars()) == ["Al", "Cy"]


async def test_changes_after_a_commit_are_rolled_back(store: Store) -> None:
    async with store._engines.writing() as connection:
        await connection.execute(_ADD, _row(1, "Al"))
        await connection.commit()
        await connection.execute(_ADD, _row(2, "Bo"))
    async with store.read() as session:
        assert list((await session.connection.execute(_NAMES)).scalars()) == ["Al"]


@pytest.mark.parametrize("number", [1, 20, 21, 500])
async def test_rows_are_readable_after_their_session(store: Store, number: int) -> None:
    people = [_row(each, f"P{each}") for each in range(1, number + 1)]
    async with store.write() as session:
        await session.defer(_ADD, people)
    async with store.read() as session:
        result = await session.connection.execute(sa.select(players.c.id, players.c.name, players.c.locale))
    async with store.write() as session:
        await session.connection.execute(sa.delete(players))
    assert [dict(row) for row in result.mappings()] == people


async def test_a_connection_is_reusable_after_a_failed_read(store: Store) -> None:
    for _ in range(3):
        with pytest.raises(OperationalError, match="no such table"):
            async with store.read() as session:
                await session.connection.execute(sa.text("SELECT * FROM nowhere"))
        async with store.read() as session:
            assert not (await session.connection.execute(_NAMES)).all()
