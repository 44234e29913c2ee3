"""Every statement that the tables keep finds its rows by an index, in both databases."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import TABLES
from bot.operations.checks.checking import REPOSITORIES
from bot.operations.checks.index_use import EXEMPT, known_statements, unused_indexes
from bot.repositories.matches import matches
from bot.repositories.tables.match_tables import games
from data.keeping.copying import copy
from data.keeping.database import Database
from data.store import Store
from tests.adopted.left import put_file

pytest_plugins = ("tests.data.databases",)


async def _findings(url: str) -> list[str]:
    database = await Database.open(url)
    async with database.snapshot() as connection:
        lines = [str(finding) async for finding in unused_indexes(connection, REPOSITORIES)]
    await database.close()
    return lines


@pytest.fixture
async def fresh_url(database_url: str) -> str:
    """The address of a database whose tables have no statistics yet."""
    await (await Store.open(database_url)).close()
    return database_url


async def test_an_index_serves_every_statement(fresh_url: str) -> None:
    assert await _findings(fresh_url) == []
    names = {statement.name for statement in known_statements(fresh_url.partition(":")[0], REPOSITORIES)}
    assert {
        "bot.repositories.matches.matches._SEEN",
        "bot.repositories.outbox.notices._CLAIM",
        "bot.repositories.matches.matches._CHANGE",
    } <= names


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_every_exempt_statement_exists(dialect: str) -> None:
    assert {statement.name for statement in known_statements(dialect, REPOSITORIES)} >= EXEMPT


async def test_small_tables_may_be_gone_through(database_url: str, tmp_path: Path) -> None:
    await copy(TABLES, f"sqlite:///{put_file(tmp_path / 'left.db')}", database_url, _look_away)
    store = await Store.open(database_url)
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("ANALYZE")
    await store.close()
    assert await _findings(database_url) == []


async def _look_away(connection: AsyncConnection) -> None:
    del connection


async def test_a_missing_index_is_named_with_what_it_served(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("DROP INDEX ix_notices_due")
        await connection.exec_driver_sql("DROP INDEX ix_games_home_id")
    await store.close()
    lines = await _findings(database_url)
    assert "games: its index ix_games_home_id is not there" in lines
    assert "notices: its index ix_notices_due is not there" in lines
    assert "statement bot.repositories.matches.matches._LATEST_AT: goes through all rows of games" in lines


async def test_a_statement_without_an_index_is_found(fresh_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = games.alias("own")
    monkeypatch.setattr(
        matches,
        "_BAD",
        sa.select(own.c.id).where(own.c.position == sa.bindparam("position")),
        raising=False,
    )
    known_statements.cache_clear()
    try:
        assert await _findings(fresh_url) == [
            "statement bot.repositories.matches.matches._BAD: goes through all rows of games"
        ]
    finally:
        monkeypatch.undo()
        known_statements.cache_clear()
