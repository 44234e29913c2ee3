"""Lasting alarms: one row each, whichever processes see the reason."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from data.cluster.cluster_tables import alarms
from data.connections.dialects import inserts_if_absent
from data.session import Session

_ADD: Final = inserts_if_absent(alarms, lambda insert: insert.returning(alarms.c.key))
_RENEW: Final = (
    sa.update(alarms).where(alarms.c.key == sa.bindparam("_key")).values(seen=sa.bindparam("_seen"))
)
_LASTING: Final = sa.select(alarms.c.key)
_DELETE: Final = sa.delete(alarms).where(alarms.c.key == sa.bindparam("_key"))
_END: Final = sa.delete(alarms).where(alarms.c.seen < sa.bindparam("_before"))


class AlarmRepository:
    """The table `alarms` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def lasting(self) -> frozenset[str]:
        return frozenset((await self._connection.execute(_LASTING)).scalars())

    async def delete(self, key: str) -> None:
        """Delete an alarm, even if a process sees its reason."""
        await self._connection.execute(_DELETE, {"_key": key})

    async def record(self, key: str, now: datetime) -> bool:
        """Record that an alarm has a reason now; return whether the alarm is new."""
        add = _ADD[self._connection.dialect.name]
        result = await self._connection.execute(add, {"key": key, "since": now, "seen": now})
        if result.scalar_one_or_none() is not None:
            return True
        await self._connection.execute(_RENEW, {"_key": key, "_seen": now})
        return False

    async def end(self, before: datetime) -> None:
        """End the alarms whose reason no process has seen since `before`."""
        await self._connection.execute(_END, {"_before": before})
