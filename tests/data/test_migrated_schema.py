"""Properties of migrated tables that Alembic does not compare: keys, checks and conditions of indexes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from bot.app import TABLES
from data.connections.engines import make_engines
from data.connections.urls import driver_url
from data.store import Store

pytest_plugins = ("tests.data.databases",)
_Found = TypeVar("_Found")


async def _inspect(database_url: str, look: Callable[[sa.Inspector], _Found]) -> _Found:
    """Migrate a new database and read its schema."""
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    try:
        async with engines.reader.connect() as connection:
            return await connection.run_sync(lambda it: look(sa.inspect(it)))
    finally:
        await engines.dispose()


def _keys(inspector: sa.Inspector) -> Mapping[str, object]:
    return {
        name: (
            inspector.get_pk_constraint(name)["constrained_columns"],
            {check["name"] for check in inspector.get_check_constraints(name)},
        )
        for name in TABLES.tables
    }


async def test_migrated_tables_have_the_declared_keys_and_checks(database_url: str) -> None:
    assert await _inspect(database_url, _keys) == {
        name: (
            [column.name for column in table.primary_key.columns],
            {part.name for part in table.constraints if isinstance(part, sa.CheckConstraint)},
        )
        for name, table in TABLES.tables.items()
    }


def _conditions(inspector: sa.Inspector) -> Mapping[str | None, str]:
    return {
        index["name"]: str(index["dialect_options"]["sqlite_where"])
        for name in TABLES.tables
        for index in inspector.get_indexes(name)
        if "sqlite_where" in index.get("dialect_options", {})
    }


async def test_migrated_indexes_have_the_declared_conditions(tmp_path: Path) -> None:
    declared = {
        index.name: str(
            where.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        ).replace(f"{table.name}.", "")
        for table in TABLES.tables.values()
        for index in table.indexes
        if (where := index.dialect_options["sqlite"]["where"]) is not None
    }
    assert declared
    assert await _inspect(f"sqlite:///{tmp_path}/games.db", _conditions) == declared
