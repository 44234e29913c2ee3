"""Query plans in both databases: an index serves every statement of the repositories."""

import pytest
import sqlalchemy as sa

from bot.repositories.matches import matches
from bot.repositories.tables.match_tables import games
from data.keeping.database import Database
from data.store import Store
from tests.bot.repositories.statement_plans import EXEMPT, known_statements, scanning_statements

pytest_plugins = ("tests.data.databases",)


async def _scans(url: str) -> list[str]:
    database = await Database.open(url)
    async with database.snapshot() as connection:
        lines = await scanning_statements(connection)
    await database.close()
    return lines


@pytest.fixture
async def fresh_url(database_url: str) -> str:
    """The address of a database whose tables have no statistics."""
    await (await Store.open(database_url)).close()
    return database_url


async def test_every_statement_uses_an_index(fresh_url: str) -> None:
    assert await _scans(fresh_url) == []
    names = {statement.name for statement in known_statements(fresh_url.partition(":")[0])}
    assert {
        "bot.repositories.matches.matches._SEEN",
        "bot.repositories.outbox.notices._CLAIM",
        "bot.repositories.matches.matches._CHANGE",
    } <= names


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_every_exempt_statement_exists(dialect: str) -> None:
    assert {statement.name for statement in known_statements(dialect)} >= EXEMPT


async def test_a_dropped_index_is_reported(fresh_url: str) -> None:
    store = await Store.open(fresh_url)
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("DROP INDEX ix_games_home_id")
    await store.close()
    assert "bot.repositories.matches.matches._LATEST_AT: games" in await _scans(fresh_url)


async def test_a_statement_without_an_index_is_reported(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = games.alias("own")
    monkeypatch.setattr(
        matches,
        "_BAD",
        sa.select(own.c.id).where(own.c.position == sa.bindparam("position")),
        raising=False,
    )
    known_statements.cache_clear()
    try:
        assert await _scans(fresh_url) == ["bot.repositories.matches.matches._BAD: games"]
    finally:
        monkeypatch.undo()
        known_statements.cache_clear()
