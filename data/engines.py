"""Connections to the database: one pool for writing, one for reading."""

from dataclasses import dataclass
from typing import Any, Final, cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data import sqlite

BUSY_SECONDS: Final = 15
_READERS: Final = 4
_SECRETIVE: Final[dict[str, Any]] = {
    "hide_parameters": True
}  # errors reach logs, the secret of dice must not
DEFERRED: Final = "deferred"
"""The execution option under which SQLite may send silent statements along with later ones."""


@dataclass(frozen=True, slots=True)
class Engines:
    """`writer` opens transactions; `reader` runs each statement by itself and never takes a write lock."""

    writer: AsyncEngine
    reader: AsyncEngine

    async def dispose(self) -> None:
        """Close every connection."""
        await self.reader.dispose()
        await self.writer.dispose()


def make_engines(url: sa.URL) -> Engines:
    """Return the pools for an address with its driver; nothing is connected yet."""
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def _postgresql(url: sa.URL) -> Engines:
    pool: dict[str, Any] = {"pool_size": 5, "max_overflow": 5, "pool_pre_ping": True, **_SECRETIVE}
    return Engines(
        create_async_engine(url, **pool),
        create_async_engine(url, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True, **pool),
    )


def _sqlite(url: sa.URL) -> Engines:
    # With isolation_level None the driver begins nothing by itself: reads run bare, writes begin below.
    settings = {"async_creator_fn": sqlite.connect, "isolation_level": None, "timeout": BUSY_SECONDS}
    # A single writing connection queues the writers of this process in order of arrival.
    writer = create_async_engine(
        url, pool_size=1, max_overflow=0, pool_reset_on_return=None, connect_args=settings, **_SECRETIVE
    )
    reader = create_async_engine(
        url,
        pool_size=_READERS,
        max_overflow=0,
        skip_autocommit_rollback=True,
        connect_args=settings,
        **_SECRETIVE,
    )
    event.listen(writer.sync_engine, "begin", _begin)
    event.listen(writer.sync_engine, "reset", _end_what_was_cut_off)
    for engine in (writer, reader):
        event.listen(engine.sync_engine, "connect", _set_up)
    return Engines(writer, reader)


def _begin(connection: sa.Connection) -> None:
    driver = cast("sqlite.SwiftConnection", connection.connection.driver_connection)
    driver.begin(defer=connection.get_execution_options().get(DEFERRED, False))


def _end_what_was_cut_off(connection: DBAPIConnection, record: ConnectionPoolEntry, state: object) -> None:
    del state
    if not cast("sqlite.SwiftConnection", record.driver_connection).is_clean:
        connection.rollback()


def _set_up(connection: DBAPIConnection, record: object) -> None:
    del record
    cursor = connection.cursor()
    for pragma in ("foreign_keys=ON", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
