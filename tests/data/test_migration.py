import asyncio
import hashlib
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from data import NewerDatabase, Store, StoreUnavailable
from data.engines import make_engines
from data.schema import metadata
from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)


def _differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


def _folder(path: Path) -> dict[str, str]:
    return {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in path.iterdir()}


async def test_migrations_lead_to_the_declared_tables(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    async with engines.reader.connect() as connection:
        assert await connection.run_sync(_differences) == []
        assert set(metadata.tables) <= set(
            await connection.run_sync(lambda it: sa.inspect(it).get_table_names())
        )
    await engines.dispose()


async def test_opening_again_keeps_what_is_there(database_url: str) -> None:
    first = await Store.open(database_url)
    async with first.write() as tables:
        await tables.people.meet_server(7, "de")
    await first.close()
    second = await Store.open(database_url)
    async with second.read() as tables:
        assert await tables.people.server_locale(7) == "de"
    await second.close()


async def test_processes_that_start_together_take_turns(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(4)))
    for store in stores:
        async with store.read() as tables:
            assert await tables.people.get(1) is None
    for store in stores:
        await store.close()


async def test_a_newer_database_is_refused(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await connection.execute(sa.text("DELETE FROM compatible_revisions"))
    await engines.dispose()
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.open(database_url)


@pytest.mark.parametrize("journal", ["delete", "wal"])
async def test_a_newer_database_is_not_touched(tmp_path: Path, journal: str) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={journal}")
    connection.executescript("CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE future (a)")
    connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    before = _folder(tmp_path)
    with pytest.raises(NewerDatabase):
        await Store.open(f"sqlite:///{path}")
    assert _folder(tmp_path) == before
    assert set(before) == {"games.db"}


async def test_a_failing_step_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notices (somebody_elses TEXT)")
    connection.close()
    with pytest.raises(StoreUnavailable, match="notices"):
        await Store.open(f"sqlite:///{path}")
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    connection.close()
    assert tables == ["notices"]


async def test_a_database_that_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        await Store.open(f"sqlite:///{tmp_path}/no/such/folder/games.db")
    assert "\n" not in str(refused.value)
    with pytest.raises(StoreUnavailable):
        await Store.open(f"postgresql://nobody@/games?host={tmp_path}")
