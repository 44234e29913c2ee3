"""Every statement that the tables keep finds its rows by an index, in both databases."""

import pytest
import sqlalchemy as sa

from data import Store
from data.keeping.database import Database
from data.keeping.index_use import known_statements, unused_indexes
from data.schema import games
from data.tables import matches

pytest_plugins = ("tests.data.databases",)


async def _found(url: str) -> list[str]:
    database = await Database.open(url)
    async with database.snapshot() as connection:
        found = [str(finding) async for finding in unused_indexes(connection)]
    await database.close()
    return found


async def test_an_index_serves_every_statement(database_url: str, store: Store) -> None:
    assert await _found(database_url) == []
    names = {known.name for known in known_statements(store._engines.reader.dialect.name)}
    assert {"data.tables.matches._SEEN", "data.tables.notices._CLAIM", "data.tables.matches._CHANGE"} <= names


async def test_a_missing_index_is_named_with_what_it_served(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store._engines.writer.begin() as connection:
        await connection.exec_driver_sql("DROP INDEX ix_notices_due")
        await connection.exec_driver_sql("DROP INDEX ix_games_home_id")
    await store.close()
    found = await _found(database_url)
    assert "games: its index ix_games_home_id is not there" in found
    assert "notices: its index ix_notices_due is not there" in found
    assert "statement data.tables.matches._LATEST_AT: goes through all rows of games" in found


async def test_a_statement_without_an_index_is_found(
    database_url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    del store
    own = games.alias("own")
    monkeypatch.setattr(
        matches,
        "_BAD",
        sa.select(own.c.id).where(own.c.position == sa.bindparam("position")),
        raising=False,
    )
    known_statements.cache_clear()
    try:
        assert await _found(database_url) == [
            "statement data.tables.matches._BAD: goes through all rows of games"
        ]
    finally:
        monkeypatch.undo()
        known_statements.cache_clear()
