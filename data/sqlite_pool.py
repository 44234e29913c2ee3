"""Connections to one SQLite file: one that writes, some that read. Statements go straight to the driver."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import exc

from data.compiled_statement import CompiledStatements, Values
from data.pipelined_sqlite import PipelinedSqliteConnection, Use, connect

_READERS: Final = 4


class SqliteConnection:
    """A connection of the pool, to be used as one of SQLAlchemy's."""

    def __init__(
        self, driver: PipelinedSqliteConnection, dialect: sa.Dialect, statements: CompiledStatements
    ) -> None:
        self._driver = driver
        self._statements = statements
        self.dialect: Final = dialect

    async def execute(
        self, statement: sa.Executable, parameters: Values | Sequence[Values] | None = None
    ) -> sa.Result[Any]:
        """Execute a statement, with each of several sets of values where it gets a list of them.

        Raises what SQLAlchemy raises.
        """
        if isinstance(parameters, Sequence):
            ready = self._statements.ready(statement, parameters[0])
            filled = ready.with_many(parameters)
        else:
            values = parameters or {}
            ready = self._statements.ready(statement, values)
            filled = ready.with_values(values)
        try:
            return ready.result((await self._driver.run(filled)).rows)
        except sqlite3.Error as error:
            raise _translated(error, filled.sql) from error

    async def commit(self) -> None:
        """Commit what was executed. Raises what SQLAlchemy raises."""
        try:
            await self._driver.commit()
        except sqlite3.Error as error:
            raise _translated(error, None) from error


class SqlitePool:
    """Connections, each opened when it is needed first.

    A single writing connection queues the writers of this process in order of arrival.
    """

    def __init__(self, database: str, dialect: sa.Dialect, patience: float) -> None:
        self._database = database
        self._dialect = dialect
        self._patience = patience
        self._statements = CompiledStatements(dialect)
        self._resting: dict[Use, list[PipelinedSqliteConnection]] = {}
        self._room = {Use.READING: asyncio.Semaphore(_READERS), Use.DEFERRED_WRITING: asyncio.Semaphore(1)}

    @asynccontextmanager
    async def connection(self, use: Use) -> AsyncIterator[SqliteConnection]:
        """Hand out a connection; what is not committed at the end of the block is undone."""
        async with self._room[use]:
            resting = self._resting.setdefault(use, [])
            driver = resting.pop() if resting else await connect(self._database, use, self._patience)
            try:
                yield SqliteConnection(driver, self._dialect, self._statements)
            finally:
                try:
                    await driver.reset()
                finally:
                    resting.append(driver)

    async def close(self) -> None:
        """Close every connection that nobody uses."""
        for resting in self._resting.values():
            while resting:
                await resting.pop().close()


def _translated(error: sqlite3.Error, sql: str | None) -> exc.DBAPIError:
    """Return the error by which SQLAlchemy tells of one; values are told by neither."""
    kind = next(
        (found for base in type(error).__mro__ if (found := _KINDS.get(base)) is not None), exc.DBAPIError
    )
    return kind(sql, None, error, hide_parameters=True)


_KINDS: Final[dict[type, type[exc.DBAPIError]]] = {
    sqlite3.IntegrityError: exc.IntegrityError,
    sqlite3.OperationalError: exc.OperationalError,
    sqlite3.DataError: exc.DataError,
    sqlite3.InternalError: exc.InternalError,
    sqlite3.NotSupportedError: exc.NotSupportedError,
    sqlite3.ProgrammingError: exc.ProgrammingError,
    sqlite3.DatabaseError: exc.DatabaseError,
    sqlite3.InterfaceError: exc.InterfaceError,
}
