"""What differs between the two databases: how an insert that may meet a row is spelt, and who may write."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

_INSERT: Final[Mapping[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

ONE_WRITER: Final = "sqlite"
"""The database that lets one transaction write at a time; in the other, rows are locked."""


def inserts_if_absent(table: sa.Table) -> dict[str, Any]:
    """Return, by database, an insert that does nothing where a row with the same key is there."""
    statements: dict[str, Any] = {}
    for name, insert in _INSERT.items():
        statement: Any = insert(table)
        statements[name] = statement.on_conflict_do_nothing()
    return statements


def upserts(table: sa.Table, key: str, *replaced: str) -> dict[str, sa.Executable]:
    """Return, by database, an insert that replaces some columns where a row with the same key is there."""
    statements: dict[str, sa.Executable] = {}
    for name, insert in _INSERT.items():
        # Both kinds of insert share this part of their interface, but no common base declares it.
        statement: Any = insert(table)
        statements[name] = statement.on_conflict_do_update(
            index_elements=[key], set_={column: statement.excluded[column] for column in replaced}
        )
    return statements
