"""Connections to the database, for writing and for reading."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Protocol, cast

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from data import pipelined_sqlite
from data.pipelined_sqlite import Use
from data.sqlite_pool import SqlitePool

BUSY_SECONDS: Final = 15
_COMMON: Final[dict[str, Any]] = {
    # Errors reach logs, the secret of dice must not.
    "hide_parameters": True,
    "json_serializer": lambda value: orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode(),
    "json_deserializer": orjson.loads,
}


class Connection(Protocol):
    """What tables are read and written through: SQLAlchemy's connection, or one of the pool's."""

    @property
    def dialect(self) -> sa.Dialect:
        """The database it is to."""

    async def execute(
        self,
        statement: sa.Executable,
        parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> sa.Result[Any]:
        """Execute a statement, with each of several sets of values where it gets a list of them."""

    async def commit(self) -> None:
        """Commit what was executed."""


@dataclass(frozen=True, slots=True)
class Engines:
    """The ways to a database. `reading` runs each statement by itself and never takes a write lock.

    `writing` begins a transaction, which is undone unless it is committed. What the database has against a
    statement may be raised only at a later one, at the latest at the commit; `writer` raises it at once.
    SQLite has a pool of its own for both; its engines bring the schema up to date.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    pool: SqlitePool | None = None
    listener: AsyncEngine | None = None
    """What connects to be told things, where a database tells any."""

    def reading(self) -> AbstractAsyncContextManager[Connection]:
        """Hand out a connection to read."""
        return self.reader.connect() if self.pool is None else self.pool.connection(Use.READING)

    def writing(self) -> AbstractAsyncContextManager[Connection]:
        """Hand out a connection for one transaction."""
        return self.writer.connect() if self.pool is None else self.pool.connection(Use.DEFERRED_WRITING)

    async def dispose(self) -> None:
        """Close every connection."""
        if self.pool is not None:
            await self.pool.close()
        for engine in (self.reader, self.writer, self.listener):
            if engine is not None:
                await engine.dispose()


def make_engines(url: sa.URL, idle_limit: timedelta | None = None) -> Engines:
    """Return the ways to an address with its driver; nothing is connected yet.

    PostgreSQL ends transactions of which it has heard nothing for longer than `idle_limit`: their process
    stands still, and others wait for the rows that it has locked.
    """
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url, idle_limit)


def _postgresql(url: sa.URL, idle_limit: timedelta | None) -> Engines:
    pool: dict[str, Any] = {"pool_size": 5, "max_overflow": 5, "pool_pre_ping": True, **_COMMON}
    settings: dict[str, str] = {}
    if idle_limit is not None:
        settings["idle_in_transaction_session_timeout"] = f"{int(idle_limit.total_seconds() * 1000)}ms"
    return Engines(
        create_async_engine(url, connect_args={"server_settings": settings}, **pool),
        create_async_engine(url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, **pool),
        listener=create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool, **_COMMON),
    )


def _sqlite(url: sa.URL) -> Engines:
    def engine(use: Use, **pool: Any) -> AsyncEngine:  # noqa: ANN401  # as the pools have it
        settings = {"use": use, "timeout": BUSY_SECONDS}
        return create_async_engine(
            url, module=pipelined_sqlite.Driver(), max_overflow=0, connect_args=settings, **pool, **_COMMON
        )

    writer = engine(Use.WRITING, pool_size=1, pool_reset_on_return=None)
    event.listen(writer.sync_engine, "reset", _end_what_was_cut_off)
    reader = engine(Use.READING, pool_size=1, skip_autocommit_rollback=True)
    return Engines(writer, reader, SqlitePool(url.database or "", reader.dialect, BUSY_SECONDS))


def _end_what_was_cut_off(connection: DBAPIConnection, record: ConnectionPoolEntry, state: object) -> None:
    del state
    if not cast("pipelined_sqlite.PipelinedSqliteConnection", record.driver_connection).is_clean:
        connection.rollback()
