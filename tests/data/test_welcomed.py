"""Which servers count as welcomed in a database of the tenth version, and in a new one."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic import command

from bot.features.help.store.welcomes import WelcomeRepository
from data.engines import make_engines
from data.migration import TODAY
from data.migration_steps import configured
from data.store import Store
from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def _begin_as_then(connection: sa.Connection, *rows: tuple[str, dict[str, object]]) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "0010")
    then = sa.MetaData()
    then.reflect(connection)
    for table, row in rows:
        connection.execute(sa.insert(then.tables[table]).values(**row))


async def _opened(url: str, *rows: tuple[str, dict[str, object]]) -> Store:
    engines = make_engines(driver_url(url))
    async with engines.writer.begin() as connection:
        await connection.run_sync(lambda it: _begin_as_then(it, *rows))
    await engines.dispose()
    return await Store.open(url)


async def test_every_server_that_is_known_counts_as_welcomed(database_url: str) -> None:
    before = datetime.now(UTC)
    store = await _opened(
        database_url, ("servers", {"id": 7, "locale": ""}), ("servers", {"id": 8, "locale": "de"})
    )
    async with store.read() as session:
        for server in (7, 8):
            known = await session.of(WelcomeRepository).of(server)
            assert known.status == "known"
            assert known.decided is not None
            assert before <= known.decided <= datetime.now(UTC)
    await store.close()


@pytest.mark.parametrize(
    "row",
    [("servers", {"id": 7, "locale": ""}), ("players", {"id": 1, "name": "Anna", "locale": "de"})],
    ids=["server", "player"],
)
async def test_in_a_database_in_use_servers_where_nobody_has_spoken_count_too(
    database_url: str, row: tuple[str, dict[str, object]]
) -> None:
    store = await _opened(database_url, row)
    async with store.read() as session:
        unheard = await session.of(WelcomeRepository).of(99)
    assert (unheard.decided, unheard.status) == (None, None)
    assert unheard.common is not None
    await store.close()


async def test_in_a_new_database_no_server_does(database_url: str) -> None:
    store = await _opened(database_url)
    async with store.read() as session:
        unheard = await session.of(WelcomeRepository).of(99)
    assert (unheard.decided, unheard.status, unheard.common) == (None, None, None)
    await store.close()


async def test_a_welcome_is_settled_by_one_alone(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store.write() as session:
        await session.of(WelcomeRepository).put(7, NOON, "private")
        await session.of(WelcomeRepository).put(8, NOON, "private")
    async with store.write() as session:
        assert await session.of(WelcomeRepository).settle(7, "private", "read")
    async with store.write() as session:
        assert not await session.of(WelcomeRepository).settle(7, "private", "read")
        assert (await session.of(WelcomeRepository).of(7)).status == "read"
        assert (await session.of(WelcomeRepository).of(8)).status == "private"
    await store.close()
