"""Checks for rows that contradict each other, apart from the rules of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bot.repositories.tables.match_tables import games
from data.cluster.cluster_tables import timers

_Query = sa.Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rows of a table that contradict themselves or others; `query` selects their primary keys."""

    table: sa.Table
    wrong: str
    query: _Query


def rows_where(table: sa.Table, wrong: str, *conditions: sa.ColumnElement[bool]) -> Contradiction:
    """Return the check that no row of a table meets the conditions."""
    return Contradiction(table, wrong, sa.select(*table.primary_key.columns).where(*conditions))


def of_game(table: sa.Table, wrong: str, *conditions: sa.ColumnElement[bool]) -> Contradiction:
    """Do the same as `rows_where`, with conditions on the row's game."""
    query = sa.select(*table.primary_key.columns).join(games, games.c.id == table.c.game)
    return Contradiction(table, wrong, query.where(*conditions))


def is_null(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    """Return whether a column is NULL. Needed for JSON, whose type compares with its own null."""
    return column.is_(sa.null())


def is_given(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    """Return whether a column is not NULL."""
    return column.is_not(sa.null())


def differ(first: sa.Column[Any], other: sa.Column[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that only one of two columns is NULL."""
    return sa.or_(sa.and_(is_null(first), is_given(other)), sa.and_(is_given(first), is_null(other)))


def has_timer(subject: sa.Column[int], kind: str) -> sa.ColumnElement[bool]:
    """Return whether a row has a timer of a kind."""
    return sa.exists().where(timers.c.kind == kind, timers.c.subject == subject)


def timer_checks(
    table: sa.Table, subject: sa.Column[int], kind: str, *waiting: sa.ColumnElement[bool]
) -> Sequence[Contradiction]:
    """Return the checks for rows that wait without a timer, and for timers without a waiting row."""
    return (
        rows_where(table, "nothing will happen at its moment", *waiting, ~has_timer(subject, kind)),
        stray(kind, subject, *waiting),
    )


def stray(kind: str, subject: sa.Column[int], *waiting: sa.ColumnElement[bool]) -> Contradiction:
    """Return the check for timers of a kind without a waiting row."""
    return rows_where(
        timers,
        "is the timer of nothing that waits",
        timers.c.kind == kind,
        ~sa.exists().where(subject == timers.c.subject, *waiting),
    )
