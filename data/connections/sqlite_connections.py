"""Connections to one SQLite file for short transactions: each statement is one trip to a thread.

SQLAlchemy's asyncio bridge makes four trips per statement, which take longer than SQLite itself.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine.cursor import CursorFetchStrategy, FullyBufferedCursorFetchStrategy

_T = TypeVar("_T")
_Values = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
_FEW: Final = 20
"""Up to this number of rows, decoding in the event loop is faster than copying the result."""


class SqliteConnection:
    """A connection in a thread, with the interface of SQLAlchemy's asyncio connections.

    Without `transactions` each statement commits separately.
    """

    def __init__(self, connection: sa.Connection, thread: ThreadPoolExecutor, *, transactions: bool) -> None:
        self._connection = connection
        self._thread = thread
        self._transactions = transactions
        self._needs_reset = False
        self._deferred: list[tuple[sa.Executable, _Values]] = []
        self.dialect: Final = connection.dialect

    @classmethod
    async def open(cls, engine: sa.Engine, *, transactions: bool) -> Self:
        """Return a new connection. Raises SQLAlchemy's errors."""
        thread = ThreadPoolExecutor(1, "sqlite")
        connection = await asyncio.get_running_loop().run_in_executor(thread, engine.connect)
        return cls(connection, thread, transactions=transactions)

    async def execute(self, statement: sa.Executable, parameters: _Values = None) -> sa.Result[Any]:
        """Execute a statement, once for each set of values if given a list of them."""
        statements = self._take_deferred()

        def execute() -> sa.Result[Any]:
            self._catch_up(statements)
            return _detach(self._connection.execute(statement, parameters))

        self._needs_reset = True
        result = await self._run(execute)
        self._needs_reset = self._transactions
        return result

    async def defer(self, statement: sa.Executable, parameters: _Values = None) -> None:
        """Execute a statement together with the next one or the commit, which raises its errors.

        Without transactions it is executed immediately.
        """
        if self._transactions:
            self._deferred.append((statement, parameters))
        else:
            await self.execute(statement, parameters)

    async def commit(self) -> None:
        statements = self._take_deferred()

        def commit() -> None:
            self._catch_up(statements)
            self._connection.commit()

        self._needs_reset = True
        await self._run(commit)
        self._needs_reset = False

    async def reset(self) -> None:
        """Roll back an open transaction, after the pending work of a cancelled caller."""
        self._deferred.clear()
        if self._needs_reset:
            await asyncio.shield(self._run(self._connection.rollback))
            self._needs_reset = False

    async def close(self) -> None:
        await self._run(self._connection.close)
        self._thread.shutdown(wait=False)

    def _take_deferred(self) -> Sequence[tuple[sa.Executable, _Values]]:
        statements, self._deferred = self._deferred, []
        return statements

    def _catch_up(self, statements: Sequence[tuple[sa.Executable, _Values]]) -> None:
        for statement, parameters in statements:
            self._connection.execute(statement, parameters)

    async def _run(self, function: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)


def _detach(result: sa.CursorResult[Any]) -> sa.Result[Any]:
    """Return a result that is independent of the connection, with many rows already decoded."""
    if not result.returns_rows:
        return result
    if type(result.cursor_strategy) is not CursorFetchStrategy or result.cursor is None:
        return result.freeze()()
    rows = result.cursor.fetchall()
    result.cursor_strategy = FullyBufferedCursorFetchStrategy(result.cursor, initial_buffer=rows)
    return result if len(rows) <= _FEW else result.freeze()()


class SqliteConnections:
    """A limited number of connections of an engine. Further callers queue."""

    def __init__(self, engine: sa.Engine, most: int, *, transactions: bool) -> None:
        self._engine = engine
        self._transactions = transactions
        self._room = asyncio.Semaphore(most)
        self._idle: list[SqliteConnection] = []

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[SqliteConnection]:
        """Open a connection; uncommitted changes are rolled back at the end of the block."""
        async with self._room:
            connection = self._idle.pop() if self._idle else await self._open()
            try:
                yield connection
            finally:
                try:
                    await connection.reset()
                finally:
                    self._idle.append(connection)

    async def _open(self) -> SqliteConnection:
        return await SqliteConnection.open(self._engine, transactions=self._transactions)

    async def close(self) -> None:
        """Close all idle connections."""
        while self._idle:
            await self._idle.pop().close()
        self._engine.dispose()
