"""The store: connections for reads and transactions for writes."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Self, TypeVar

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.connections.dialects import gives_way
from data.connections.engines import BUSY_SECONDS, Connection, Engines, make_engines
from data.connections.urls import driver_url, file_of, open_error
from data.connections.write_ahead_log import WriteAheadLog
from data.files import WatchedFile, make_private
from data.listening import Listener, Listening
from data.migration import TODAY, Migrations, ServedByEarlier, check, migrate
from data.session import Session

_CLOSING_SECONDS: Final = 5.0
"""Seconds that closing waits for running work."""


class StoreUnavailable(RuntimeError):
    """The database cannot be opened; the message is a one-line reason."""


@dataclass(frozen=True, slots=True)
class Access:
    """A finished use of the database: its seconds, including the wait for a connection.

    `failed`: the database failed, rather than rejecting the data.
    """

    writes: bool
    seconds: float
    failed: bool


_Session = TypeVar("_Session", bound=Session)


class Store:
    """One database, for sessions of any kind. Create it with `open`, then close it."""

    def __init__(
        self, engines: Engines, log: WriteAheadLog | None = None, file: WatchedFile | None = None
    ) -> None:
        self._engines = engines
        self._log = log
        self._file = file
        self._expects: list[Callable[[datetime], None]] = []
        self._accessed: Callable[[Access], None] | None = None
        self._in_use = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(
        cls, url: str, migrations: Migrations = TODAY, *, idle_limit: timedelta | None = None
    ) -> Self:
        """Open the database at an address and upgrade its tables.

        A transaction idle for longer than `idle_limit` is ended, if the database supports that. Raises
        ValueError for an address of another form, OtherVersion, and StoreUnavailable.
        """
        address = driver_url(url)
        engines = make_engines(address, idle_limit)
        try:
            if file := file_of(url):
                make_private(file)
            is_behind = await check(engines.reader, migrations)
            await _keep_a_journal(engines)
            if is_behind:
                await migrate(engines.writer, migrations)
            log = None if file is None else WriteAheadLog(file)
            if log is not None:
                # The process that last erased data may have died before it emptied this log.
                await log.empty()
        except (SQLAlchemyError, OSError) as error:
            await engines.dispose()
            raise StoreUnavailable(open_error(address, error)) from error
        except ServedByEarlier as error:
            await engines.dispose()
            raise StoreUnavailable(str(error)) from error
        except BaseException:
            await engines.dispose()
            raise
        return cls(engines, log, None if file is None else WatchedFile(file))

    @classmethod
    def open_unmigrated(cls, url: str) -> Self:
        """Open a database for inspection without upgrading its tables; it may be in use.

        Raises ValueError for an address of another form, and StoreUnavailable.
        """
        address = driver_url(url)
        if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
            raise StoreUnavailable(f"there is no file {address.database}")
        return cls(make_engines(address))

    async def close(self) -> None:
        """Close every connection, giving running work a few seconds to finish."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _CLOSING_SECONDS)
        await self._engines.dispose()

    def when_due(self, expect: Callable[[datetime], None]) -> None:
        """Call `expect` after each commit that set timers, with the earliest of their times.

        A store without such a listener signals the other processes instead.
        """
        self._expects.append(expect)

    async def signal(self, signal: Signal) -> None:
        """Signal the other processes, if the database supports several."""
        if self._engines.listener is not None:
            async with self.transaction(Session) as session:
                await session.of(SignalRepository).send(signal)

    async def listen(self, listener: Listener) -> None:
        """Pass on other processes' signals until cancelled; return immediately if there can be none."""
        await Listening(self._engines.listener).run(listener)

    def on_access(self, listener: Callable[[Access], None]) -> None:
        """Call `listener` after each use of the database."""
        self._accessed = listener

    @property
    def in_use(self) -> int:
        """The number of connections in use or waited for."""
        return self._in_use

    @contextmanager
    def _access(self, *, writes: bool) -> Iterator[None]:
        self._in_use += 1
        self._idle.clear()
        start, failed = time.perf_counter(), False
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            failed = not isinstance(error, IntegrityError)
            raise
        finally:
            self._in_use -= 1
            if not self._in_use:
                self._idle.set()
            if self._accessed is not None:
                self._accessed(Access(writes, time.perf_counter() - start, failed))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Session]:
        """Read without blocking writers; each statement sees the rows committed by then."""
        with self._access(writes=False):
            async with self._engines.reading() as connection:
                yield Session(connection)

    def write(self) -> AbstractAsyncContextManager[Session]:
        return self.transaction(Session)

    @asynccontextmanager
    async def transaction(self, make: Callable[[Connection], _Session]) -> AsyncIterator[_Session]:
        """Read and write atomically: committed durably at the end, rolled back after an exception.

        The database may reject a change as late as the end of the block. Raises OSError if its file was moved
        away.
        """
        with self._access(writes=True):
            if self._file is not None:
                self._file.refuse_moved()
            async with self._engines.writing() as connection:
                session = make(connection)
                yield session
                if session.due is not None and not self._expects:
                    await session.of(SignalRepository).send(Signal(Topic.DEADLINE, moment=session.due))
                await connection.commit()
            if self._log is not None and (session.erases or self._log.holds_erased):
                await self._log.empty()
            if session.due is not None:
                for expect in self._expects:
                    expect(session.due)


# When several processes set this simultaneously, SQLite lets one succeed and fails the others immediately.
@retry(
    retry=retry_if_exception(gives_way),
    wait=wait_random(0.01, 0.1),
    stop=stop_after_delay(BUSY_SECONDS),
    reraise=True,
)
async def _keep_a_journal(engines: Engines) -> None:
    # Readers continue during a write. The setting is stored in the file: set it once.
    async with engines.reader.connect() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
