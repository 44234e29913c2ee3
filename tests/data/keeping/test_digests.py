"""Batches of a table's rows."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from data.keeping import digests
from data.keeping.digests import Digest, batches, digest


async def test_batches_contain_each_row_once_in_key_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "_AT_ONCE", 2)
    table = sa.Table(
        "seats",
        sa.MetaData(),
        sa.Column("match", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    seats = [(1, 1), (1, 2), (2, 1), (2, 2)]
    engine = create_async_engine("sqlite+aiosqlite://")
    async with engine.begin() as connection:
        await connection.run_sync(table.create)
        assert await digest(connection, table) == Digest()
        await connection.execute(
            sa.insert(table), [{"match": match, "seat": seat} for match, seat in reversed(seats)]
        )
        read = [[(row["match"], row["seat"]) for row in rows] async for rows in batches(connection, table)]
        whole = await digest(connection, table)
    await engine.dispose()
    assert read == [seats[:2], seats[2:]]
    assert whole.rows == 4
