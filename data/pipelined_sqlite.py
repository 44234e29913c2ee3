"""SQLite behind asyncio with few trips to its thread.

Trips, not SQLite, are what a short transaction spends its time on. The stock cursor makes one each for being
made, executing, fetching and closing. Here a statement is one trip, and on a connection that defers, the
statements of a transaction that return nothing wait for the next trip that must be made, at the latest the
commit; their errors are raised there.

Below the connection stands what SQLAlchemy's engines take for a driver; with one of them a schema is brought
up to date.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Self, cast

import aiosqlite
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_connection
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)
from sqlalchemy.util.concurrency import await_

_PAGES_KEPT: Final = 512
"""Kibibytes of the file that each connection keeps; the system keeps the rest for all of them together."""
_SILENT: Final = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class Statement:
    """What is executed, once or, with `many`, once for each of several sets of values."""

    sql: str
    # The driver writes what it executes into its log, where the secret of dice must not be.
    parameters: Any = field(default=(), repr=False)
    many: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether nothing is to be fetched."""
        return self.sql.startswith(_SILENT) and " RETURNING " not in self.sql


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a statement; of one that waits nothing is known."""

    rows: list[Any]
    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None


_UNKNOWN: Final = Result([])
_BEGIN: Final = Statement("BEGIN IMMEDIATE")


class Use(StrEnum):
    """What a connection is for.

    READING runs each statement by itself. The others take the write lock with the first statement of a
    transaction; DEFERRED_WRITING lets statements wait.
    """

    READING = "reading"
    WRITING = "writing"
    DEFERRED_WRITING = "deferred-writing"


class PipelinedSqliteConnection(aiosqlite.Connection):
    """A connection that makes one trip for many statements."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], use: Use) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A process must be able to end although nobody closed its connections.
        self._thread.daemon = True
        self._use = use
        self._waiting: list[Statement] = []
        self._begun = False
        self._failed = False
        self._uncommitted = False

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

    async def run(self, statement: Statement) -> Result:
        """Execute what waits and the statement, or let it wait too.

        Raises what SQLite has against one of them; after that the transaction can only be rolled back.
        """
        self._check()
        if not self._begun and self._use is not Use.READING:
            self._waiting.append(_BEGIN)
            self._begun = self._uncommitted = True
        if statement.is_silent and self._use is Use.DEFERRED_WRITING:
            self._waiting.append(statement)
            return _UNKNOWN
        try:
            return await self._trip(_execute_all, [*self._take(), statement])
        except sqlite3.Error:
            # What waited behind the failed statement is lost, or nothing has begun at all.
            self._failed = self._begun
            raise

    async def commit(self) -> None:
        """Execute what waits and commit."""
        self._check()
        if self._begun:
            self._begun = False
            await self._trip(_execute_and_commit, self._take())
            self._uncommitted = False

    async def rollback(self) -> None:
        """Forget what waits and roll back."""
        self._forget()
        if self.in_transaction:
            await super().rollback()

    async def reset(self) -> None:
        """Undo what was not committed, before anything else is executed.

        A task that is cancelled while it waits for this leaves it to be done all the same.
        """
        uncommitted = self._uncommitted
        self._forget()
        if uncommitted:
            undone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._tx.put_nowait((undone, self._conn.rollback))
            await undone

    def _forget(self) -> None:
        self._begun = self._failed = self._uncommitted = False
        self._waiting = []

    @property
    def is_clean(self) -> bool:
        """Whether no transaction has begun."""
        return not (self.in_transaction or self._begun)

    def _check(self) -> None:
        if self._failed:
            raise sqlite3.OperationalError("an earlier statement of this transaction has failed")

    def _take(self) -> list[Statement]:
        waiting, self._waiting = self._waiting, []
        return waiting

    async def _trip(
        self,
        function: Callable[[sqlite3.Connection, list[Statement]], Result],
        statements: list[Statement],
    ) -> Result:
        travel = cast("Callable[..., Awaitable[Result]]", self._execute)
        return await travel(function, self._conn, statements)


async def connect(database: str, use: Use, patience: float) -> PipelinedSqliteConnection:
    """Return a new connection to a file, which waits `patience` seconds for other processes that write."""

    def connector() -> sqlite3.Connection:
        # Without an isolation level the driver begins nothing by itself.
        connection = sqlite3.connect(database, patience, isolation_level=None, check_same_thread=False)
        # What is deleted is overwritten: nothing of it stays in pages that are free.
        settings = ("foreign_keys=ON", "synchronous=FULL", "secure_delete=ON", f"cache_size=-{_PAGES_KEPT}")
        for setting in settings:
            connection.execute(f"PRAGMA {setting}").close()
        return connection

    return await PipelinedSqliteConnection(connector, use)


class SwiftCursor(AsyncAdapt_aiosqlite_cursor):
    """What SQLAlchemy takes for a cursor of the database interface: it has fetched what it executed."""

    __slots__ = ("_result",)

    def __init__(self, adapt_connection: AsyncAdapt_dbapi_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection: Any = adapt_connection.driver_connection
        self._result = _UNKNOWN
        self._rows: deque[Any] = deque()

    @property
    def description(self) -> Any:  # noqa: ANN401  # as the database interface has it
        """What the columns are, None without rows."""
        return self._result.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed, -1 when that is not known."""
        return self._result.rowcount

    @property
    def lastrowid(self) -> Any:  # noqa: ANN401  # as the database interface has it
        """The last inserted row, None when that is not known."""
        return self._result.lastrowid

    def execute(self, operation: str, parameters: Any = ()) -> None:  # noqa: ANN401  # as the interface has it
        """Execute and fetch, or let the statement wait."""
        self._run(Statement(operation, parameters))

    def executemany(self, operation: str, seq_of_parameters: Any) -> None:  # noqa: ANN401  # as the interface has it
        """Execute once per set of parameters, or let that wait."""
        self._run(Statement(operation, seq_of_parameters, many=True))

    def _run(self, statement: Statement) -> None:
        self._result = await_(self._connection.run(statement))
        self._rows = deque(self._result.rows)

    def close(self) -> None:
        """Forget the rows: the trip has closed what it opened."""
        self._rows.clear()

    async def _async_soft_close(self) -> None:
        pass


class _AdaptedConnection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()
    _cursor_cls = SwiftCursor


class Driver(AsyncAdapt_aiosqlite_dbapi):
    """The driver SQLAlchemy is to use."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(
        self, database: str, *, use: Use, timeout: float, check_same_thread: bool
    ) -> _AdaptedConnection:
        """Return a new connection."""
        del check_same_thread  # each has a thread of its own
        # It has no cursors of the kind SQLAlchemy expects; those made here need none.
        connection = cast("Any", await_(connect(database, use, timeout)))
        return _AdaptedConnection(self, connection)


def _execute_all(connection: sqlite3.Connection, statements: list[Statement]) -> Result:
    result = _UNKNOWN
    for statement in statements:
        execute = connection.executemany if statement.many else connection.execute
        cursor = execute(statement.sql, statement.parameters)
        rows = cursor.fetchall() if cursor.description else []
        result = Result(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
        cursor.close()
    return result


def _execute_and_commit(connection: sqlite3.Connection, statements: list[Statement]) -> Result:
    result = _execute_all(connection, statements)
    connection.commit()
    return result
