"""PostgreSQL connections: the limit of idle transactions, and states that SQLAlchemy does not know."""

from datetime import timedelta

import asyncpg
import pytest
import sqlalchemy as sa

from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from data.connections.async_engines import AsyncEngine
from data.store import Store

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


async def _leave(store: Store, *statements: str) -> None:
    """Return a connection to the pool while its driver has a transaction open."""
    async with store._engines.writer.connect() as connection:
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert isinstance(driver, asyncpg.Connection)
        await driver.transaction().start()
        for statement in statements:
            await driver.execute(statement)


async def _write(store: Store, person: int) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(person, "Anna", "en"))


async def _people(url: str) -> set[int]:
    other = await Store.open(url)
    async with other.read() as session:
        names = await session.of(PersonRepository).names({1, 2, 3})
    await other.close()
    return set(names)


async def test_a_write_after_an_abandoned_transaction_is_committed(store: Store, database_url: str) -> None:
    await _leave(store)
    await _write(store, 1)
    assert await _people(database_url) == {1}


async def test_a_desynchronized_connection_is_discarded(store: Store, database_url: str) -> None:
    await _leave(store, "ROLLBACK")
    for person in (1, 2):
        await _write(store, person)
    assert await _people(database_url) == {1, 2}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(("limit", "shown"), [(timedelta(seconds=2.5), "2500ms"), (None, "0")])
async def test_only_writing_transactions_have_an_idle_limit(
    database_url: str, limit: timedelta | None, shown: str
) -> None:
    async def limit_of(engine: AsyncEngine | None) -> str:
        assert engine is not None
        async with engine.connect() as connection:
            found = await connection.execute(sa.text("SHOW idle_in_transaction_session_timeout"))
            return str(found.scalar_one())

    other = await Store.open(database_url, idle_limit=limit)
    engines = other._engines
    limits = [await limit_of(engine) for engine in (engines.writer, engines.reader, engines.listener)]
    await other.close()
    assert limits == [shown, "0", "0"]
