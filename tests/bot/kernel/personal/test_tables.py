"""Erasure and export of a table's rows, by the way its feature declares it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.tables import (
    CHALLENGES,
    PERSON,
    AliasedRows,
    ClearedRows,
    DeletedRows,
    Eraser,
    RowTimers,
    by_kind,
    places_by,
)
from bot.repositories.records.people import NamePlaceRecord
from data.connections.async_engines import create_async_engine
from data.connections.engines import Connection
from data.schema.columns import UtcDateTime

TABLE = sa.Table(
    "pairs",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("author", sa.BigInteger),
    sa.Column("other", sa.BigInteger),
    sa.Column("challenge", sa.BigInteger),
    sa.Column("state", sa.Text),
)
ANNA, BEN = 101, 102
ROWS = [(1, ANNA, BEN, 7, "in"), (2, BEN, ANNA, 8, "in"), (3, BEN, 103, 7, "in"), (4, ANNA, None, 9, "in")]
SUBJECT = ErasureSubject(ANNA, ("Anna",), {7: -2, 8: -3}, -1)
BOTH = ("author", "other")


@pytest.fixture
async def connection() -> AsyncIterator[Connection]:
    engine = create_async_engine("sqlite+aiosqlite://")
    async with engine.connect() as connected:
        await connected.run_sync(TABLE.metadata.create_all)
        names = [column.name for column in TABLE.columns]
        await connected.execute(sa.insert(TABLE), [dict(zip(names, row, strict=True)) for row in ROWS])
        yield connected
    await engine.dispose()


async def _rows(connection: Connection) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await connection.execute(sa.select(TABLE).order_by(TABLE.c.id))]


@pytest.mark.parametrize(
    ("eraser", "changed"),
    [
        (DeletedRows(TABLE, BOTH), {1: None, 2: None, 4: None}),
        (DeletedRows(TABLE, BOTH, author="author"), {1: None, 2: None, 4: None}),
        (DeletedRows(TABLE, ("other",)), {2: None}),
        (
            AliasedRows(TABLE, BOTH, TABLE.c.challenge),
            {1: (1, -2, BEN, 7, "in"), 2: (2, BEN, -3, 8, "in")},
        ),
        (
            ClearedRows(TABLE, BOTH, {"state": "out"}),
            {1: (1, None, BEN, 7, "out"), 2: (2, BEN, None, 8, "out"), 4: (4, None, None, 9, "out")},
        ),
    ],
    ids=["deleted", "deleted, of an author", "deleted, one column", "aliased", "cleared"],
)
async def test_only_the_erased_persons_rows_change(
    connection: Connection, eraser: Eraser, changed: dict[int, tuple[object, ...] | None]
) -> None:
    await eraser.erase(connection, SUBJECT)
    expected = [changed.get(row[0], row) for row in ROWS]
    assert await _rows(connection) == [row for row in expected if row is not None]


@pytest.mark.parametrize(
    ("eraser", "exported"),
    [
        (DeletedRows(TABLE, BOTH), [(1, ANNA, None), (2, None, ANNA), (4, ANNA, None)]),
        (DeletedRows(TABLE, BOTH, author="author"), [(1, ANNA, BEN), (4, ANNA, None)]),
        (AliasedRows(TABLE, BOTH, TABLE.c.challenge), [(1, ANNA, None), (2, None, ANNA), (4, ANNA, None)]),
        (ClearedRows(TABLE, ("other",), {}), [(2, BEN, ANNA)]),
    ],
    ids=["deleted", "of an author", "aliased", "cleared"],
)
async def test_people_export_their_rows_without_other_people(
    connection: Connection, eraser: Eraser, exported: list[tuple[object, ...]]
) -> None:
    rows = await eraser.rows(connection, ANNA)
    assert [(row["id"], row["author"], row["other"]) for row in rows] == exported


async def test_without_challenges_no_alias_is_written(connection: Connection) -> None:
    nobody = ErasureSubject(ANNA, ("Anna",), {}, -1)
    await AliasedRows(TABLE, BOTH, TABLE.c.challenge).erase(connection, nobody)
    assert await _rows(connection) == ROWS


@pytest.mark.parametrize(
    ("timers", "subjects"),
    [
        (RowTimers("egg", TABLE.c.id), {"egg": {1, 2, 4}}),
        (RowTimers(TABLE.c.state, TABLE.c.challenge), {"in": {7, 8, 9}}),
    ],
    ids=["of a kind", "of the kind in a column"],
)
async def test_all_timers_of_a_persons_rows_are_found(
    connection: Connection, timers: RowTimers, subjects: dict[str, set[int]]
) -> None:
    of_anna = sa.or_(TABLE.c.author == ANNA, TABLE.c.other == ANNA)
    assert by_kind(await connection.execute(timers.timer_keys.where(of_anna))) == subjects


async def test_all_columns_of_places_are_read(connection: Connection) -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    created = sa.literal(noon, UtcDateTime).label("created")
    server, locale = sa.literal(5).label("server"), sa.literal("de").label("locale")
    place = sa.select(TABLE.c.other.label("channel"), TABLE.c.author.label("reader"), server, locale, created)
    found = await places_by(
        place.where(TABLE.c.author == PERSON, TABLE.c.challenge.in_(CHALLENGES)).order_by(TABLE.c.id)
    )(connection, ANNA, [7, 8, 9])
    assert found == [
        NamePlaceRecord(BEN, ANNA, 5, "de", noon),
        NamePlaceRecord(None, ANNA, 5, "de", noon),
    ]
