"""Differences of the two databases: upserts, write locks, and the blocker of a lock."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

_INSERT: Final[Mapping[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

ONE_WRITER: Final = "sqlite"
"""The database that lets one transaction write at a time; in the other, rows are locked."""

_IN_THE_WAY: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes for a lock that was not to be had in time, and for two that wait for each other."""


def gives_way(error: BaseException) -> bool:
    """Return whether a transaction failed as others were in the way: it may be tried again."""
    cause = getattr(error, "orig", None)
    if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
        return True
    return getattr(cause, "sqlstate", None) in _IN_THE_WAY


def inserts_if_absent(table: sa.Table) -> dict[str, Any]:
    """Return, by database, an insert that does nothing where a row with the same key is there."""
    statements: dict[str, Any] = {}
    for name, insert in _INSERT.items():
        statement: Any = insert(table)
        statements[name] = statement.on_conflict_do_nothing()
    return statements


def upserts(
    table: sa.Table,
    key: str | Sequence[str],
    *replaced: str,
    where: sa.ColumnElement[bool] | None = None,
    returning: sa.ColumnElement[Any] | None = None,
) -> dict[str, sa.Executable]:
    """Return, by database, an insert that replaces some columns of an existing row with the same key.

    A row that does not match `where` stays as it is, and its column of `returning` does not come back.
    """
    keys = [key] if isinstance(key, str) else list(key)
    statements: dict[str, sa.Executable] = {}
    for name, insert in _INSERT.items():
        # Both kinds of insert share this part of their interface, but no common base declares it.
        statement: Any = insert(table)
        statement = statement.on_conflict_do_update(
            index_elements=keys,
            set_={column: statement.excluded[column] for column in replaced},
            where=where,
        )
        statements[name] = statement if returning is None else statement.returning(returning)
    return statements
