"""Signals between processes, sent with the commit that causes them."""

from typing import Any, Final

import sqlalchemy as sa

from data.cluster.signal_values import SIGNALS, Signal
from data.connections.dialects import ONE_WRITER
from data.session import Session

_SEND: Final[sa.Select[Any]] = sa.select(sa.func.pg_notify(SIGNALS, sa.bindparam("payload")))


class SignalRepository:
    """Signals to the other processes within one connection; a no-op if there can be no other processes.

    PostgreSQL serialises the commits of transactions with signals, so frequent changes send none.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def send(self, signal: Signal) -> None:
        """Notify listeners once this transaction is committed."""
        if self._connection.dialect.name != ONE_WRITER:
            await self._connection.execute(_SEND, {"payload": signal.to_line()})
