"""An existing database, opened for reading and not migrated."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final, Self

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from data.connections.async_engines import AsyncConnection
from data.connections.dialects import ONE_WRITER
from data.connections.engines import Engines, make_engines
from data.connections.urls import driver_url, open_error
from data.migration import current_revisions, is_usable
from data.store import StoreUnavailable

_DUMP: Final = b"PGDMP"
"""The first bytes of a dump by pg_dump."""

Snapshots = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
"""Opens connections whose statements all see the database as of the first of them."""


class Database:
    """A database that others may be writing to. Create it with `open` or `open_file`, then close it."""

    def __init__(self, url: sa.URL, engines: Engines, revision: str, *, is_usable: bool) -> None:
        self.url: Final = url
        self.revision: Final = revision
        self.is_usable: Final = is_usable
        """Whether this version can use the tables unchanged."""
        self._engines = engines

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database at an address as typed by a person.

        Raises ValueError for an address of another form, and StoreUnavailable if there is no database of this
        program.
        """
        return await cls._open(driver_url(address))

    @classmethod
    async def open_file(cls, file: Path) -> Self:
        """Open a SQLite file. Raises StoreUnavailable."""
        try:
            dumped = await asyncio.to_thread(is_dump, file)
        except OSError as error:
            raise StoreUnavailable(error.strerror or str(error)) from error
        if dumped:
            raise StoreUnavailable("this is a dump of PostgreSQL: restore it into an empty database first")
        # Some characters of file names have a meaning in an address.
        return await cls._open(driver_url("sqlite:///any.db").set(database=str(file)))

    @classmethod
    async def _open(cls, url: sa.URL) -> Self:
        if _is_missing(url):
            raise StoreUnavailable(f"there is no file {url.database}")
        engines = make_engines(url)
        try:
            async with engines.reader.connect() as connection:
                revision = await connection.run_sync(_revision)
                usable = await connection.run_sync(is_usable)
        except (SQLAlchemyError, OSError) as error:
            await engines.dispose()
            raise StoreUnavailable(open_error(url, error)) from error
        if revision is None:
            await engines.dispose()
            raise StoreUnavailable("no version of this program has made this database")
        return cls(url, engines, revision, is_usable=usable)

    async def close(self) -> None:
        await self._engines.dispose()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose statements share a snapshot; it blocks no writer."""
        if self.url.get_backend_name() != ONE_WRITER:
            async with self._engines.writer.connect() as connection:
                await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
                yield connection
            return
        async with self._engines.reader.connect() as connection:
            await connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                await connection.exec_driver_sql("ROLLBACK")


def _is_missing(url: sa.URL) -> bool:
    # SQLite would create the file.
    return url.get_backend_name() == ONE_WRITER and not Path(url.database or "").is_file()


def is_dump(file: Path) -> bool:
    """Return whether a file is a dump by pg_dump. Raises OSError."""
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(len(_DUMP)) == _DUMP


def _revision(connection: sa.Connection) -> str | None:
    return next(iter(current_revisions(connection)), None)
