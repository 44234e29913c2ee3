"""SQLite behind asyncio with few trips to its thread.

Trips, not SQLite, are what a short transaction spends its time on. The stock cursor makes one each for being
made, executing, fetching and closing. Here a statement is one trip, and on a connection that defers, the
statements of a transaction that return nothing wait for the next trip that must be made, at the latest the
commit; their errors are raised there.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Self, cast

import aiosqlite

_SILENT: Final = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    # The driver writes what it executes into its log, where the secret of dice must not be.
    parameters: Any = field(default=(), repr=False)
    many: bool = False

    @property
    def is_silent(self) -> bool:
        return self.sql.startswith(_SILENT) and " RETURNING " not in self.sql


@dataclass(frozen=True, slots=True)
class _Result:
    rows: list[Any]
    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None


_UNKNOWN: Final = _Result([])
_BEGIN: Final = _Statement("BEGIN IMMEDIATE")


class SwiftCursor:
    """A cursor that fetches all rows in the trip that executes."""

    arraysize = 1

    def __init__(self, connection: "SwiftConnection") -> None:
        self._connection = connection
        self._result = _UNKNOWN

    @property
    def description(self) -> Any:  # noqa: ANN401  # as the database interface has it
        """What the columns are, None without rows."""
        return self._result.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed, -1 when that is not known."""
        return self._result.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The last inserted row, None when that is not known."""
        return self._result.lastrowid

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Self:
        """Execute and fetch, or let the statement wait."""
        self._result = await self._connection.run(_Statement(sql, parameters))
        return self

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Execute once per set of parameters, or let that wait."""
        self._result = await self._connection.run(_Statement(sql, parameters, many=True))
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows of the last statement."""
        return self._result.rows

    async def close(self) -> None:
        """Do nothing: the trip has closed what it opened."""


class Use(StrEnum):
    """What a connection is for.

    READING runs each statement by itself. The others take the write lock with the first statement of a
    transaction; DEFERRED_WRITING lets statements wait.
    """

    READING = "reading"
    WRITING = "writing"
    DEFERRED_WRITING = "deferred-writing"


class SwiftConnection(aiosqlite.Connection):
    """A connection that hands out swift cursors."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], use: Use) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A process must be able to end although nobody closed its connections.
        self._thread.daemon = True
        self._use = use
        self._waiting: list[_Statement] = []
        self._begun = False

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

    async def run(self, statement: _Statement) -> _Result:
        """Execute what waits and the statement, or let it wait too."""
        if not self._begun and self._use is not Use.READING:
            self._waiting.append(_BEGIN)
            self._begun = True
        if statement.is_silent and self._use is Use.DEFERRED_WRITING:
            self._waiting.append(statement)
            return _UNKNOWN
        return await self._trip(_execute_all, [*self._take(), statement])

    async def commit(self) -> None:
        """Execute what waits and commit."""
        if self._begun:
            self._begun = False
            await self._trip(_execute_and_commit, self._take())

    async def rollback(self) -> None:
        """Forget what waits and roll back."""
        self._begun = False
        self._waiting = []
        if self.in_transaction:
            await super().rollback()

    @property
    def is_clean(self) -> bool:
        """Whether no transaction has begun."""
        return not (self.in_transaction or self._begun)

    def _take(self) -> list[_Statement]:
        waiting, self._waiting = self._waiting, []
        return waiting

    async def _trip(
        self,
        function: Callable[[sqlite3.Connection, list[_Statement]], _Result],
        statements: list[_Statement],
    ) -> _Result:
        travel = cast("Callable[..., Awaitable[_Result]]", self._execute)
        return await travel(function, self._conn, statements)


def connect(database: str, *, use: Use, timeout: float, check_same_thread: bool) -> SwiftConnection:
    """Return a connection to be awaited, as SQLAlchemy's `async_creator_fn` expects it."""

    def connector() -> sqlite3.Connection:
        # Without an isolation level the driver begins nothing by itself.
        connection = sqlite3.connect(
            database, timeout=timeout, isolation_level=None, check_same_thread=check_same_thread
        )
        for setting in ("foreign_keys=ON", "synchronous=FULL"):
            connection.execute(f"PRAGMA {setting}").close()
        return connection

    return SwiftConnection(connector, use)


def _execute_all(connection: sqlite3.Connection, statements: list[_Statement]) -> _Result:
    result = _UNKNOWN
    for statement in statements:
        execute = connection.executemany if statement.many else connection.execute
        cursor = execute(statement.sql, statement.parameters)
        rows = cursor.fetchall() if cursor.description else []
        result = _Result(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
        cursor.close()
    return result


def _execute_and_commit(connection: sqlite3.Connection, statements: list[_Statement]) -> _Result:
    result = _execute_all(connection, statements)
    connection.commit()
    return result
