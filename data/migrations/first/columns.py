"""Shared columns of the tables of the first step."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""The type of row numbers assigned by the database, and of columns that refer to them."""
MOMENT: Final = sa.DateTime(timezone=True)


def foreign_key(table: str, column: str, to: str, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    """Return the foreign key constraint of a column."""
    referred, _, key = to.partition(".")
    name = op.f(f"fk_{table}_{column}_{referred}")
    return sa.ForeignKeyConstraint([column], [f"{referred}.{key}"], name=name, ondelete=ondelete)


def partial_index(condition: str, *, sqlite: str | None = None) -> dict[str, Any]:
    """Return the options of a partial index."""
    return {"postgresql_where": sa.text(condition), "sqlite_where": sa.text(sqlite or condition)}
