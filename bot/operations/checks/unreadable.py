"""Unreadable values: JSON that does not have its column's form."""

import json
from collections.abc import AsyncIterator
from typing import Any, Final

import sqlalchemy as sa

from bot.app import TABLES
from bot.operations.checks.findings import MAX_PER_KIND, Inconsistency
from bot.repositories.tables.match_tables import games
from data.connections.async_engines import AsyncConnection
from data.schema.columns import JsonOf, raw_table

_AT_ONCE: Final = 1000
"""The number of rows read at a time."""


async def unreadable(connection: AsyncConnection) -> AsyncIterator[Inconsistency]:
    """Yield rows that cannot be loaded because of damaged JSON; replays find those of games."""
    for table in TABLES.sorted_tables:
        columns = [column for column in table.columns if isinstance(column.type, JsonOf)]
        if columns and table is not games:
            async for finding in _in_table(connection, table, columns):
                yield finding


async def _in_table(
    connection: AsyncConnection, table: sa.Table, columns: list[sa.Column[Any]]
) -> AsyncIterator[Inconsistency]:
    stored, unreadable = raw_table(table), 0
    key = tuple(stored.primary_key.columns)
    # Read as text, so that invalid JSON is just another finding.
    texts = (sa.cast(stored.c[column.name], sa.Text).label(column.name) for column in columns)
    statement = sa.select(*key, *texts).order_by(*key).limit(_AT_ONCE)
    page = statement
    while True:
        rows = (await connection.execute(page)).mappings().all()
        for row in rows:
            for column in columns:
                wrong = _wrong(column.type, row[column.name])
                if wrong is not None and unreadable < MAX_PER_KIND:
                    unreadable += 1
                    named = ", ".join(f"{part.name} {row[part.name]}" for part in key)
                    yield Inconsistency(f"{table.name} {named}", f"its {column.name} cannot be read: {wrong}")
        if len(rows) < _AT_ONCE:
            return
        last = sa.tuple_(*(sa.literal(rows[-1][part.name], part.type) for part in key))
        page = statement.where(sa.tuple_(*key) > last)


def _wrong(kind: sa.types.TypeEngine[Any], text: str | None) -> str | None:
    try:
        if isinstance(kind, JsonOf):
            kind.read(None if text is None else json.loads(text))
    except (TypeError, ValueError) as error:
        return str(error)
    return None
