"""The metadata of all tables and the names of their constraints."""

from typing import Final

import sqlalchemy as sa

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata: Final = sa.MetaData(naming_convention=NAMING)


def partial_index(name: str, where: sa.ColumnElement[bool], *columns: sa.Column[object]) -> sa.Index:
    """Declare a partial index over the rows for which `where` holds.

    The migration steps declare it for both databases. A condition for PostgreSQL here would load its dialect
    (two megabytes) even where only SQLite is used.
    """
    return sa.Index(name, *columns, sqlite_where=where)
