"""Differences of the two databases: upserts, write locks, and the blocker of a lock."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import sqlalchemy as sa

_DIALECTS: Final = ("sqlite", "postgresql")

ONE_WRITER: Final = "sqlite"
"""The database with a single writer at a time; the other one locks rows."""

_IN_THE_WAY: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes for a lock that was not to be had in time, and for two that wait for each other."""


def gives_way(error: BaseException) -> bool:
    """Return whether a transaction failed as others were in the way: it may be tried again."""
    cause = getattr(error, "orig", None)
    if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
        return True
    return getattr(cause, "sqlstate", None) in _IN_THE_WAY


class InsertByDialect(Mapping[str, Any]):
    """An insert for each dialect, by its name, built at its first use: a dialect takes megabytes to load."""

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
        """Iterate over the names of the dialects."""
        return iter(_DIALECTS)

    def __len__(self) -> int:
        """Count the dialects."""
        return len(_DIALECTS)


def inserts_if_absent(
    table: sa.Table, finish: Callable[[Any], Any] = lambda insert: insert
) -> Mapping[str, Any]:
    """Return, by database, an insert that does nothing for an existing key; `finish` adds to it."""
    return InsertByDialect(table, lambda insert: finish(insert.on_conflict_do_nothing()))


def upserts(
    table: sa.Table,
    key: str | Sequence[str],
    *replaced: str,
    where: sa.ColumnElement[bool] | None = None,
    returning: sa.ColumnElement[Any] | None = None,
) -> Mapping[str, sa.Executable]:
    """Return, by database, an insert that replaces some columns of an existing row with the same key.

    A row that does not match `where` is unchanged, and its column of `returning` is missing.
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
