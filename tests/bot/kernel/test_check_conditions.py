"""Conditions on rows that contradict themselves, over a table in memory."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from bot.kernel.checks import differ, is_given, is_null, rows_where

TABLE = sa.Table(
    "pairs",
    sa.MetaData(),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("channel", sa.BigInteger),
    sa.Column("message", sa.JSON),
)
ROWS = [(1, 0, None, sa.null()), (1, 1, 70, sa.null()), (2, 0, None, {"a": 1}), (2, 1, 70, [])]
"""Game, seat, channel and message."""
JSON_NULL = (3, 0, None, sa.JSON.NULL)


@pytest.fixture
def connection() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connected:
        TABLE.create(connected)
        names = [column.name for column in TABLE.columns]
        for row in (*ROWS, JSON_NULL):
            connected.execute(sa.insert(TABLE).values(dict(zip(names, row, strict=True))))
        yield connected
    engine.dispose()


@pytest.mark.parametrize(
    ("conditions", "keys"),
    [
        ([differ(TABLE.c.channel, TABLE.c.message)], [(1, 1), (2, 0), (3, 0)]),
        ([differ(TABLE.c.message, TABLE.c.channel)], [(1, 1), (2, 0), (3, 0)]),
        ([is_null(TABLE.c.message)], [(1, 0), (1, 1)]),
        ([is_given(TABLE.c.message)], [(2, 0), (2, 1), (3, 0)]),
        ([is_given(TABLE.c.message), is_null(TABLE.c.channel)], [(2, 0), (3, 0)]),
        ([], [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]),
    ],
    ids=["one of both", "the other of both", "null", "given", "several conditions", "none"],
)
def test_rows_matching_all_conditions_are_found(
    connection: sa.Connection, conditions: list[sa.ColumnElement[bool]], keys: list[tuple[int, int]]
) -> None:
    check = rows_where(TABLE, "is wrong", *conditions)
    rows = connection.execute(check.query.order_by(*TABLE.primary_key.columns))
    assert list(map(tuple, rows)) == keys
    assert (check.table, check.wrong) == (TABLE, "is wrong")
