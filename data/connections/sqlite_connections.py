"""Connections to one SQLite file for short transactions: each statement is one trip to a thread.

SQLAlchemy's own way from asyncio to SQLite makes four trips for it, which take longer than SQLite does.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, Self, TypeVar

import sqlalchemy as sa

_T = TypeVar("_T")
_Values = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None


class SqliteConnection:
    """A connection in a thread, to be used as one of SQLAlchemy's for asyncio."""

    def __init__(self, connection: sa.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self.dialect: Final = connection.dialect

    @classmethod
    async def open(cls, engine: sa.Engine) -> Self:
        """Return a new connection. Raises SQLAlchemy's errors."""
        thread = ThreadPoolExecutor(1, "sqlite")
        return cls(await asyncio.get_running_loop().run_in_executor(thread, engine.connect), thread)

    async def execute(self, statement: sa.Executable, parameters: _Values = None) -> sa.Result[Any]:
        """Execute a statement, with each of several sets of values where it gets a list of them."""

        def execute() -> sa.Result[Any]:
            result = self._connection.execute(statement, parameters)
            return result.freeze()() if result.returns_rows else result

        return await self._run(execute)

    async def commit(self) -> None:
        await self._run(self._connection.commit)

    async def reset(self) -> None:
        """Roll back, after pending work for a caller who no longer waits."""
        await asyncio.shield(self._run(self._connection.rollback))

    async def close(self) -> None:
        """Close it."""
        await self._run(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _run(self, function: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)


class SqliteConnections:
    """The connections of an engine, at most so many at a time. Further callers queue."""

    def __init__(self, engine: sa.Engine, most: int) -> None:
        self._engine = engine
        self._room = asyncio.Semaphore(most)
        self._idle: list[SqliteConnection] = []

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[SqliteConnection]:
        """Hand out a connection; uncommitted changes are rolled back at the end of the block."""
        async with self._room:
            connection = self._idle.pop() if self._idle else await SqliteConnection.open(self._engine)
            try:
                yield connection
            finally:
                try:
                    await connection.reset()
                finally:
                    self._idle.append(connection)

    async def close(self) -> None:
        """Close every connection that nobody uses."""
        while self._idle:
            await self._idle.pop().close()
        self._engine.dispose()
