"""Signals between processes, sent with the commit that causes them."""

from typing import Any, Final

import sqlalchemy as sa

from data.cluster.signal_values import SIGNALS, Signal
from data.connections.dialects import ONE_WRITER
from data.session import Session

_SEND: Final[sa.Select[Any]] = sa.select(sa.func.pg_notify(SIGNALS, sa.bindparam("payload")))


class SignalRepository:
    """The way to the other processes within one connection; where there is one process it leads nowhere.

    PostgreSQL lets those that have sent something commit one after the other: what happens often sends none.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def send(self, signal: Signal) -> None:
        """Notify listeners once this transaction is committed."""
        if self._connection.dialect.name != ONE_WRITER:
            await self._connection.execute(_SEND, {"payload": signal.written()})
