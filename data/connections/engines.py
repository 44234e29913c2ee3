"""Connections to the database, for writing and for reading."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, cast

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, PoolProxiedConnection

from data.connections.async_engines import AsyncConnection, AsyncEngine, create_async_engine
from data.connections.sqlite_connections import SqliteConnection, SqliteConnections

if TYPE_CHECKING:
    import asyncpg

BUSY_SECONDS: Final = 15
_READERS: Final = 4
_PAGES_KEPT: Final = 256
"""Kibibytes of SQLite's file that each connection caches; the system caches the rest for all connections."""
_NO_TRANSACTION: Final = "25P01"
"""PostgreSQL's error for a savepoint outside of a transaction."""
_COMMON: Final[dict[str, Any]] = {
    # Errors reach logs; the secret of the dice must not.
    "hide_parameters": True,
    "json_serializer": lambda value: orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode(),
    "json_deserializer": orjson.loads,
}


Connection = AsyncConnection | SqliteConnection
"""The connection that reads and writes tables."""


@dataclass(frozen=True, slots=True)
class Engines:
    """The connections to a database. `reader` runs each statement by itself and never takes a write lock.

    `writer` begins a transaction, which is rolled back unless committed.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    listener: AsyncEngine | None = None
    """A connection for notifications, if the database sends any."""
    # For the bot's short transactions on SQLite; the engines do the rest, including migrations.
    write_connections: SqliteConnections | None = None
    read_connections: SqliteConnections | None = None

    def reading(self) -> AbstractAsyncContextManager[Connection]:
        """Open a connection for reads."""
        return self.reader.connect() if self.read_connections is None else self.read_connections.connect()

    def writing(self) -> AbstractAsyncContextManager[Connection]:
        """Open a connection for one transaction."""
        return self.writer.connect() if self.write_connections is None else self.write_connections.connect()

    async def dispose(self) -> None:
        for connections in (self.read_connections, self.write_connections):
            if connections is not None:
                await connections.close()
        for engine in (self.reader, self.writer, self.listener):
            if engine is not None:
                await engine.dispose()


def make_engines(url: sa.URL, idle_limit: timedelta | None = None) -> Engines:
    """Return the engines for an address with its driver, not yet connected.

    PostgreSQL ends transactions that are idle for longer than `idle_limit`: their process has stalled, and
    others wait for the locked rows.
    """
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url, idle_limit)


def _postgresql(url: sa.URL, idle_limit: timedelta | None) -> Engines:
    pool: dict[str, Any] = {"pool_size": 5, "max_overflow": 5, "pool_pre_ping": True, **_COMMON}
    settings: dict[str, str] = {}
    if idle_limit is not None:
        settings["idle_in_transaction_session_timeout"] = f"{int(idle_limit.total_seconds() * 1000)}ms"
    # Imported only for PostgreSQL, with its driver.
    from data.connections.postgresql_driver import connect  # noqa: PLC0415  # if used

    driver = {"async_creator_fn": connect}
    writer = create_async_engine(url, connect_args={"server_settings": settings, **driver}, **pool)
    event.listen(writer.sync_engine, "checkout", _replace_open_transaction)
    event.listen(writer.sync_engine, "handle_error", _discard_unbegun)
    return Engines(
        writer,
        create_async_engine(
            url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, connect_args=driver, **pool
        ),
        listener=create_async_engine(
            url, isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args=driver, **_COMMON
        ),
    )


def _replace_open_transaction(
    connection: DBAPIConnection, record: ConnectionPoolEntry, proxy: PoolProxiedConnection
) -> None:
    """Replace a pooled connection that still has an open transaction.

    A failure can leave a transaction open, in which the driver would only set savepoints and never commit.
    """
    del connection, proxy
    if cast("asyncpg.Connection", record.driver_connection).is_in_transaction():
        raise DisconnectionError


def _discard_unbegun(context: sa.engine.ExceptionContext) -> None:
    """Discard a connection whose driver wrongly assumes an open transaction: every statement would fail."""
    if getattr(context.original_exception, "sqlstate", None) == _NO_TRANSACTION:
        context.is_disconnect = True
        context.invalidate_pool_on_disconnect = False


def _sqlite(url: sa.URL) -> Engines:
    settings: dict[str, Any] = {"connect_args": {"timeout": BUSY_SECONDS}, "max_overflow": 0, **_COMMON}
    reading: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
    writer = create_async_engine(url, pool_size=1, **settings)
    reader = create_async_engine(url, pool_size=1, **reading, **settings)
    plain = url.set(drivername="sqlite")
    writing = sa.create_engine(plain, pool_size=1, **settings)
    readers = sa.create_engine(plain, pool_size=_READERS, **reading, **settings)
    for engine in (writer.sync_engine, reader.sync_engine, writing, readers):
        event.listen(engine, "connect", _prepare)
    for engine in (writer.sync_engine, writing):
        event.listen(engine, "connect", _leave_transactions_to_us)
        event.listen(engine, "begin", _acquire_lock)
    return Engines(
        writer,
        reader,
        None,
        SqliteConnections(writing, 1, transactions=True),
        SqliteConnections(readers, _READERS, transactions=False),
    )


def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    del record
    cursor = connection.cursor()
    # Overwrite deleted content, so that nothing of it stays in free pages. Where SQLite has moved rows to
    # other pages, pieces may remain between the remaining rows.
    for setting in ("foreign_keys=ON", "synchronous=FULL", "secure_delete=ON", f"cache_size=-{_PAGES_KEPT}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _leave_transactions_to_us(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """Stop the driver from beginning transactions: it would begin them without a lock at the first change."""
    del record
    connection.isolation_level = None


def _acquire_lock(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
