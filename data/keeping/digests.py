"""Digests of tables: equal for equal content, in both kinds of database."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import orjson
import sqlalchemy as sa

from data.connections.async_engines import AsyncConnection
from data.schema.columns import raw_table

_AT_ONCE: Final = 500
_LIMIT: Final = 1 << 256
_AS_TEXT: Final = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS


@dataclass(frozen=True, slots=True)
class Digest:
    """The number of a table's rows, and an order-independent hash of them."""

    rows: int = 0
    value: int = 0

    def with_more(self, rows: Sequence[sa.RowMapping]) -> "Digest":
        """Return the digest with these rows added."""
        return Digest(self.rows + len(rows), (self.value + sum(map(_number, rows))) % _LIMIT)


async def batches(connection: AsyncConnection, table: sa.Table) -> AsyncIterator[Sequence[sa.RowMapping]]:
    """Yield all rows of a table in batches, ordered by primary key."""
    stored_table = raw_table(table)
    key = tuple(stored_table.primary_key.columns)
    first = sa.select(stored_table).order_by(*key).limit(_AT_ONCE)
    query = first
    while True:
        rows = (await connection.execute(query)).mappings().all()
        if rows:
            yield rows
        if len(rows) < _AT_ONCE:
            return
        last = (sa.literal(rows[-1][column.name], column.type) for column in key)
        query = first.where(sa.tuple_(*key) > sa.tuple_(*last))


async def digest(connection: AsyncConnection, table: sa.Table) -> Digest:
    """Return the digest of a table, read in small batches."""
    total = Digest()
    async for rows in batches(connection, table):
        total = total.with_more(rows)
    return total


def _number(row: sa.RowMapping) -> int:
    text = orjson.dumps(dict(row), option=_AS_TEXT)
    return int.from_bytes(hashlib.sha256(text).digest(), "big")
