"""Large databases: all rows of a small one copied many times over, whatever tables there are.

Rows that other rows point to by number get numbers of their own in each copy, and so does what points to
them. Ids of Discord, known by their size, are moved too when each copy is to have people of its own.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from data.schema import metadata

SMALLEST_DISCORD_ID = 10**15
OF_DISCORD = frozenset({"players", "servers"})
ONCE = frozenset({"welcomes"})
"""What is there once for each server, or for all of them, however many games there are."""

STRIDE = 10_000
"""Discord's ids of one copy stay clear of those of the next."""


def multiply(database: Path, copies: int, *, own_people: bool) -> None:
    """Add `copies` copies of all that is in a database made by the store. Nobody may have it open."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE copies (copy INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO copies VALUES (?)", ((copy,) for copy in range(1, copies + 1)))
        steps = {
            table.name: connection.execute(f"SELECT coalesce(max(id), 0) FROM {table.name}").fetchone()[0]  # noqa: S608  # names of our own
            for table in metadata.sorted_tables
            if _is_numbered(table) and table.name not in OF_DISCORD
        }
        for table in metadata.sorted_tables:
            if table.name not in ONCE and (own_people or table.name not in OF_DISCORD):
                _multiply(connection, table, steps, own_people=own_people)
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _is_numbered(table: sa.Table) -> bool:
    return "id" in table.columns and isinstance(table.columns["id"].type, sa.Integer)


def _multiply(
    connection: sqlite3.Connection, table: sa.Table, steps: Mapping[str, int], *, own_people: bool
) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(_copied(column, steps, own_people=own_people) for column in table.columns)
    connection.execute(f"CREATE TEMP TABLE original AS SELECT * FROM {table.name}")  # noqa: S608  # names of our own
    connection.execute(
        f"INSERT INTO {table.name} ({names}) SELECT {values} FROM copies CROSS JOIN original"  # noqa: S608  # names of our own
    )
    connection.execute("DROP TABLE original")


def _copied(column: sa.Column[object], steps: Mapping[str, int], *, own_people: bool) -> str:
    """Return the expression for a column's value in a copy."""
    name = f'original."{column.name}"'
    tables = [key.column.table.name for key in column.foreign_keys] or [column.table.name]
    if column.foreign_keys or column.name == "id":
        step = next((steps[table] for table in tables if table in steps), None)
        if step is not None:
            return f"{name} + copy * {step}"
    if column.primary_key and isinstance(column.type, sa.Text):
        return f"{name} || '-' || copy"
    if own_people and isinstance(column.type, sa.Integer):
        return f"iif({name} >= {SMALLEST_DISCORD_ID}, {name} + copy * {STRIDE}, {name})"
    return name
