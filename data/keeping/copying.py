"""A copy of all data to another database, of the same kind or the other.

It is committed piece by piece, and stays hidden from every version of the program until it is complete. An
interrupted copy resumes after the existing rows: rows are copied in the order of their primary key.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from data.cluster.cluster_tables import processes
from data.cluster.processes import ProcessRepository
from data.connections.async_engines import AsyncConnection
from data.connections.dialects import ONE_WRITER
from data.connections.engines import make_engines
from data.connections.urls import driver_url
from data.keeping.database import Database
from data.keeping.digests import Digest, batches, digest
from data.migration import COPYING, OtherVersion, hide, newest, show
from data.outages import in_one_line, is_outage
from data.schema.columns import raw_table
from data.session import Session
from data.store import Store, StoreUnavailable

Inspect = Callable[[AsyncConnection], Awaitable[None]]
"""Checks a copy before it is unhidden; raises NotCopied to discard it."""

_Tables = Sequence[sa.Table]
"""All tables, each before those that refer to it."""
_Progress = Callable[[int, int, str], object]
"""Called with the number of copied rows, the number of all rows, and the current table."""


class NotCopied(RuntimeError):
    """Nothing was copied; the message is a one-line reason."""


class CopyBrokenOff(RuntimeError):
    """A part was copied, and the same command resumes the copy; the message is a one-line reason."""


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """A copied table with equal digests in both databases."""

    table: str
    rows: int


async def copy(
    metadata: sa.MetaData,
    source: str,
    target: str,
    inspect: Inspect,
    progress: _Progress = lambda _done, _all, _table: None,
) -> tuple[CopiedTable, ...]:
    """Copy an unused database into an empty or partly copied one, both by address.

    `metadata` holds all tables. First the source and a new target are upgraded. `inspect` is called with the
    complete copy. Raises ValueError for an invalid address, CopyBrokenOff if a database fails, and NotCopied,
    which leaves the target untouched or without rows; `inspect` may raise it, too.
    """
    if driver_url(source) == driver_url(target):
        raise NotCopied("both addresses name the same database")
    tables = metadata.sorted_tables
    await _refuse_while_used(source)
    await _upgrade(source, "source")
    resumes = await _is_unfinished(target)
    if not resumes:
        await _upgrade(target, "target")
    database = await Database.open(source)
    try:
        async with database.snapshot() as read, _writing(target) as write:
            if not resumes:
                await _refuse_rows(tables, write)
                await write.run_sync(hide)
                await write.commit()
            try:
                with _refusing_rows():
                    tables_copied = await _copy_all(tables, read, write, progress)
                await inspect(write)
                await _refuse_while_used(source)
            except NotCopied:
                await write.rollback()
                await _empty(tables, write)
                raise
            await write.run_sync(show)
            await write.commit()
            await _analyze(write)
    except (SQLAlchemyError, OSError) as error:
        raise CopyBrokenOff(in_one_line(error)) from error
    finally:
        await database.close()
    return tables_copied


@contextmanager
def _refusing_rows() -> Iterator[None]:
    """Raise NotCopied for database errors that a retry cannot cure."""
    try:
        yield
    except SQLAlchemyError as error:
        if is_outage(error):
            raise
        raise NotCopied(in_one_line(error)) from error


async def _is_unfinished(target: str) -> bool:
    """Return whether an interrupted copy is in the database. Raises NotCopied."""
    try:
        database = await Database.open(target)
    except StoreUnavailable:
        # The upgrade reports any other state.
        return False
    await database.close()
    if not database.revision.startswith(COPYING):
        return False
    if database.revision != f"{COPYING}{newest()}":
        raise NotCopied("another version has begun a copy into the target: empty it, and begin anew")
    return True


async def _copy_all(
    tables: _Tables, read: AsyncConnection, write: AsyncConnection, progress: _Progress
) -> tuple[CopiedTable, ...]:
    rows = [
        (await read.execute(sa.select(sa.func.count()).select_from(table))).scalar_one() for table in tables
    ]
    tables_copied: list[CopiedTable] = []
    for table in tables:
        count = sum(table_copy.rows for table_copy in tables_copied)

        def report_rows(number: int, before: int = count, name: str = table.name) -> None:
            progress(before + number, sum(rows), name)

        tables_copied.append(await _copy_table(read, write, table, report_rows))
    await _advance_sequences(tables, write)
    return tuple(tables_copied)


async def _empty(tables: _Tables, write: AsyncConnection) -> None:
    """Empty the target and unhide it."""
    for table in reversed(tables):
        await write.execute(sa.delete(table))
    await write.run_sync(show)
    await write.commit()


async def _refuse_while_used(source: str) -> None:
    """Raise NotCopied while a living process uses the source."""
    try:
        database = await Database.open(source)
    except StoreUnavailable as error:
        raise NotCopied(f"the source: {error}") from error
    try:
        async with database.snapshot() as connection:
            if not await connection.run_sync(lambda it: sa.inspect(it).has_table(processes.name)):
                return
            now = await Session(connection).of(ProcessRepository).now()
            alive = sa.select(processes.c.name).where(processes.c.until > now).limit(1)
            name = (await connection.execute(alive)).scalar_one_or_none()
    finally:
        await database.close()
    if name is not None:
        raise NotCopied(
            f"a bot uses the source ({name}): stop it first; one that was killed counts for 15 seconds"
        )


async def _upgrade(address: str, role: str) -> None:
    try:
        await (await Store.open(address)).close()
        database = await Database.open(address)
    except (OtherVersion, StoreUnavailable) as error:
        raise NotCopied(f"the {role}: {error}") from error
    await database.close()
    if database.revision != newest():
        raise NotCopied(f"the {role} is of revision {database.revision}, this version's is {newest()}")


@asynccontextmanager
async def _writing(address: str) -> AsyncIterator[AsyncConnection]:
    """Yield a connection for writes; uncommitted changes are rolled back."""
    engines = make_engines(driver_url(address))
    try:
        async with engines.writer.connect() as connection:
            yield connection
    finally:
        await engines.dispose()


async def _refuse_rows(tables: _Tables, target: AsyncConnection) -> None:
    for table in tables:
        if (await target.execute(sa.select(sa.literal(1)).select_from(table).limit(1))).first() is not None:
            raise NotCopied(f"the target is not empty: there are rows in {table.name}")


async def _copy_table(
    read: AsyncConnection, write: AsyncConnection, table: sa.Table, report_rows: Callable[[int], None]
) -> CopiedTable:
    """Copy a table's missing rows, then compare both tables. Raises NotCopied if they differ."""
    insert, before = sa.insert(raw_table(table)), Digest()
    existing: int = (await write.execute(sa.select(sa.func.count()).select_from(table))).scalar_one()
    async for rows in batches(read, table):
        missing = rows[max(existing - before.rows, 0) :]
        before = before.with_more(rows)
        if missing:
            await write.execute(insert, [dict(row) for row in missing])
            await write.commit()
        report_rows(before.rows)
    after = await digest(write, table)
    if before != after:
        raise NotCopied(f"{table.name} came out differently: {before.rows} rows there, {after.rows} here")
    return CopiedTable(table.name, after.rows)


async def _advance_sequences(tables: _Tables, write: AsyncConnection) -> None:
    """Advance sequences past the present numbers; SQLite does so automatically."""
    if write.dialect.name == ONE_WRITER:
        return
    for table in tables:
        key = table.autoincrement_column
        if key is not None:
            await write.execute(_setval(table, key))


async def _analyze(write: AsyncConnection) -> None:
    """Run ANALYZE on PostgreSQL, which would otherwise plan for empty tables."""
    if write.dialect.name != ONE_WRITER:
        await write.exec_driver_sql("ANALYZE")
        await write.commit()


def _setval(table: sa.Table, key: sa.Column[Any]) -> sa.Select[tuple[int]]:
    sequence = sa.func.pg_get_serial_sequence(table.name, key.name)
    latest = sa.select(sa.func.max(key)).scalar_subquery()
    return sa.select(sa.func.setval(sequence, sa.func.coalesce(latest, 1), latest.is_not(None)))
