"""A session: one connection in use, with the repositories that read and write through it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Protocol, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from data.connections.engines import Connection
from data.connections.sqlite_connections import SqliteConnection

Conflict: TypeAlias = IntegrityError
"""A change that violates a constraint: a row exists already, or a referenced one is missing."""
_Repository = TypeVar("_Repository")


class Session:
    """One connection, for reading or within a transaction.

    `due` is the earliest timer set in it. `erases` demands that deleted content also leaves the database's
    files once the transaction is committed.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.due: datetime | None = None
        self.erases = False
        self._repositories: dict[Callable[[Session], Any], Any] = {}

    def of(self, repository: "Callable[[Session], _Repository]") -> _Repository:
        """Return the session's repository; it is created once and keeps its state until the session ends."""
        if repository not in self._repositories:
            self._repositories[repository] = repository(self)
        instance: _Repository = self._repositories[repository]
        return instance

    async def defer(
        self, statement: sa.Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
    ) -> None:
        """Execute a statement whose result is not needed.

        A transaction on SQLite executes it together with the next statement or the commit, which then raises
        its errors: both are one trip to the connection's thread.
        """
        if isinstance(self.connection, SqliteConnection):
            await self.connection.defer(statement, values)
        else:
            await self.connection.execute(statement, values)

    def expect(self, moment: datetime) -> None:
        """Record the moment of a timer; workers waiting for timers get it after the commit."""
        self.due = moment if self.due is None else min(self.due, moment)


_Session = TypeVar("_Session", bound=Session)


class SessionFactory(Protocol):
    """Opens sessions; `data.store.Store` does."""

    def read(self) -> AbstractAsyncContextManager[Session]:
        """Open a session for reads; each statement sees the rows committed by then."""

    def write(self) -> AbstractAsyncContextManager[Session]:
        """Open a session in a transaction, committed at the end unless the block raises."""

    def transaction(self, make: Callable[[Connection], _Session]) -> AbstractAsyncContextManager[_Session]:
        """Open the session that `make` returns in a transaction."""
