"""Connections to the database: one pool for writing, one for reading."""

from dataclasses import dataclass
from typing import Any, Final, cast

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data import pipelined_sqlite
from data.pipelined_sqlite import Use

BUSY_SECONDS: Final = 15
_READERS: Final = 4
_COMMON: Final[dict[str, Any]] = {
    # Errors reach logs, the secret of dice must not.
    "hide_parameters": True,
    "json_serializer": lambda value: orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode(),
    "json_deserializer": orjson.loads,
}


@dataclass(frozen=True, slots=True)
class Engines:
    """`writer` opens transactions; `reader` runs each statement by itself and never takes a write lock.

    What the database has against a statement of the writer may be raised only at a later one, at the latest
    when the transaction is committed; `migrator` is a writer that raises it at once.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    migrator: AsyncEngine

    async def dispose(self) -> None:
        """Close every connection."""
        for engine in {self.reader, self.writer, self.migrator}:
            await engine.dispose()


def make_engines(url: sa.URL) -> Engines:
    """Return the pools for an address with its driver; nothing is connected yet."""
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def _postgresql(url: sa.URL) -> Engines:
    pool: dict[str, Any] = {"pool_size": 5, "max_overflow": 5, "pool_pre_ping": True, **_COMMON}
    writer = create_async_engine(url, **pool)
    return Engines(
        writer,
        create_async_engine(url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, **pool),
        writer,
    )


def _sqlite(url: sa.URL) -> Engines:
    def engine(use: Use, **pool: Any) -> AsyncEngine:  # noqa: ANN401  # as the pools have it
        settings = {"use": use, "timeout": BUSY_SECONDS}
        return create_async_engine(
            url, module=pipelined_sqlite.Driver(), max_overflow=0, connect_args=settings, **pool, **_COMMON
        )

    # A single writing connection queues the writers of this process in order of arrival.
    writers = {
        use: engine(use, pool_size=1, pool_reset_on_return=None)
        for use in (Use.DEFERRED_WRITING, Use.WRITING)
    }
    for writer in writers.values():
        event.listen(writer.sync_engine, "reset", _end_what_was_cut_off)
    reader = engine(Use.READING, pool_size=_READERS, skip_autocommit_rollback=True)
    return Engines(writers[Use.DEFERRED_WRITING], reader, writers[Use.WRITING])


def _end_what_was_cut_off(connection: DBAPIConnection, record: ConnectionPoolEntry, state: object) -> None:
    del state
    if not cast("pipelined_sqlite.PipelinedSqliteConnection", record.driver_connection).is_clean:
        connection.rollback()
