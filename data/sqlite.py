"""SQLite behind asyncio with one trip to its thread per statement.

The stock cursor makes a trip each for being made, executing, fetching and closing; trips, not SQLite,
are what a short transaction spends its time on.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from typing import Any, Concatenate, ParamSpec, Self, cast

import aiosqlite

_Rows = list[Any]
_Result = tuple[_Rows, Any, int, int | None]
_Arguments = ParamSpec("_Arguments")


class SwiftCursor:
    """A cursor that fetches all rows in the trip that executes."""

    def __init__(self, connection: "SwiftConnection") -> None:
        self._connection = connection
        self._rows: _Rows = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Self:
        """Execute and fetch."""
        self._take(await self._connection.in_thread(_execute, sql, parameters))
        return self

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Execute once per set of parameters."""
        self._take(await self._connection.in_thread(_execute_many, sql, parameters))
        return self

    async def fetchall(self) -> _Rows:
        """Return the rows of the last statement, once."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Drop what was not fetched."""
        self._rows = []

    def _take(self, result: _Result) -> None:
        self._rows, self.description, self.rowcount, self.lastrowid = result


def _execute(connection: sqlite3.Connection, sql: str, parameters: Sequence[Any]) -> _Result:
    return _result(connection.execute(sql, parameters))


def _execute_many(connection: sqlite3.Connection, sql: str, parameters: Iterable[Sequence[Any]]) -> _Result:
    return _result(connection.executemany(sql, parameters))


def _result(cursor: sqlite3.Cursor) -> _Result:
    rows = cursor.fetchall() if cursor.description else []
    result = rows, cursor.description, cursor.rowcount, cursor.lastrowid
    cursor.close()
    return result


class SwiftConnection(aiosqlite.Connection):
    """A connection that hands out swift cursors."""

    def __await__(self) -> Generator[Any, None, Self]:
        self._thread.start()
        return self._opened().__await__()

    async def _opened(self) -> Self:
        try:
            await self._connect()
        except BaseException:
            # A thread that reported its end to a loop already closed would complain on standard error.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    def cursor(self) -> SwiftCursor:  # type: ignore[override]  # SQLAlchemy uses what both cursors share
        """Return a cursor; no trip yet."""
        return SwiftCursor(self)

    async def in_thread(
        self,
        function: Callable[Concatenate[sqlite3.Connection, _Arguments], _Result],
        *arguments: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Result:
        """Run `function` with the connection and the arguments in the connection's thread."""
        run = cast("Callable[..., Awaitable[_Result]]", self._execute)
        return await run(function, self._conn, *arguments, **named)


def connect(
    database: str, *, timeout: float, isolation_level: None, check_same_thread: bool
) -> SwiftConnection:
    """Return a connection to be awaited, as SQLAlchemy's `async_creator_fn` expects it."""

    def connector() -> sqlite3.Connection:
        return sqlite3.connect(
            database, timeout=timeout, isolation_level=isolation_level, check_same_thread=check_same_thread
        )

    connection = SwiftConnection(connector, 64)
    # A process must be able to end although nobody closed its connections.
    connection._thread.daemon = True  # noqa: SLF001  # aiosqlite offers no other way
    return connection
