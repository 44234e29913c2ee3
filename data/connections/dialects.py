"""Differences of the two databases: inserts of existing keys, and errors of concurrent transactions."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import sqlalchemy as sa

_DIALECTS: Final = ("sqlite", "postgresql")

ONE_WRITER: Final = "sqlite"
"""The database that allows a single writer at a time; PostgreSQL locks rows."""

_IN_THE_WAY: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes for a lock timeout and for a deadlock."""


def gives_way(error: BaseException) -> bool:
    """Return whether a transaction failed because of concurrent ones, so a retry may succeed."""
    cause = getattr(error, "orig", None)
    if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
        return True
    return getattr(cause, "sqlstate", None) in _IN_THE_WAY


class InsertByDialect(Mapping[str, Any]):
    """An insert by dialect name, built on first use: loading a dialect takes megabytes."""

    def __init__(self, table: sa.Table, finish: Callable[[Any], Any]) -> None:
        self._table, self._finish = table, finish
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  # both kinds of insert lack a common base
        """Return the insert for a dialect. Raises KeyError for an unknown one."""
        if name not in self._built:
            if name not in _DIALECTS:
                raise KeyError(name)
            insert = import_module(f"sqlalchemy.dialects.{name}").insert
            self._built[name] = self._finish(insert(self._table))
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_DIALECTS)

    def __len__(self) -> int:
        return len(_DIALECTS)


def inserts_if_absent(
    table: sa.Table, finish: Callable[[Any], Any] = lambda insert: insert
) -> Mapping[str, Any]:
    """Return, by database, an insert that ignores an existing key; `finish` completes the statement."""
    return InsertByDialect(table, lambda insert: finish(insert.on_conflict_do_nothing()))


def upserts(
    table: sa.Table,
    key: str | Sequence[str],
    *replaced: str,
    where: sa.ColumnElement[bool] | None = None,
    returning: sa.ColumnElement[Any] | None = None,
) -> Mapping[str, sa.Executable]:
    """Return, by database, an insert that replaces some columns of an existing row with the same key.

    A row that does not match `where` is unchanged, and yields no `returning` column.
    """
    keys = [key] if isinstance(key, str) else list(key)

    def finish(insert: Any) -> Any:  # noqa: ANN401  # as above
        statement = insert.on_conflict_do_update(
            index_elements=keys,
            set_={column: insert.excluded[column] for column in replaced},
            where=where,
        )
        return statement if returning is None else statement.returning(returning)

    return InsertByDialect(table, finish)
