"""Discord's limits on requests, shared by all processes: refusals and holds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from data.cluster.cluster_tables import holds, processes, refused_requests
from data.cluster.processes import ProcessRepository
from data.cluster.rows import HoldRecord, OthersRecord
from data.connections.dialects import upserts
from data.session import Session

_TELL: Final = upserts(refused_requests, "process", "count", "told")
_OTHERS: Final = sa.select(sa.func.count()).where(processes.c.id != sa.bindparam("_id"))
_OTHERS_REFUSALS: Final = sa.select(sa.func.coalesce(sa.func.sum(refused_requests.c.count), 0)).where(
    refused_requests.c.process != sa.bindparam("_id"), refused_requests.c.told > sa.bindparam("_since")
)
_DELETE_OUTDATED: Final = sa.delete(refused_requests).where(refused_requests.c.told <= sa.bindparam("_since"))
_HOLD: Final = upserts(holds, "key", "until")
_ALL_HOLDS: Final = sa.select(holds.c.key, holds.c.until)
_HELD_UNTIL: Final = sa.select(holds.c.until).where(holds.c.key == sa.bindparam("_key"))
_TAKE: Final = upserts(
    holds, "key", "until", where=holds.c.until <= sa.bindparam("_now"), returning=holds.c.key
)
_FORGET: Final = sa.delete(holds).where(holds.c.until <= sa.bindparam("_now"))


class RequestLimitRepository:
    """The tables `refused_requests` and `holds` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._session = session

    async def record_refusals(self, process: str, refused: int, window: timedelta) -> OthersRecord:
        """Store a process's refused requests within a window; return the number and total of the others."""
        now = await self._session.of(ProcessRepository).now()
        if refused:
            values = {"process": process, "count": refused, "told": now}
            await self._connection.execute(_TELL[self._connection.dialect.name], values)
            await self._connection.execute(_DELETE_OUTDATED, {"_since": now - window})
        others = (await self._connection.execute(_OTHERS, {"_id": process})).scalar_one()
        count = await self._connection.execute(_OTHERS_REFUSALS, {"_id": process, "_since": now - window})
        return OthersRecord(others, count.scalar_one())

    async def hold(self, records: Sequence[HoldRecord]) -> None:
        """Store holds, and delete expired ones."""
        now = await self._session.of(ProcessRepository).now()
        await self._connection.execute(_FORGET, {"_now": now})
        statement = _HOLD[self._connection.dialect.name]
        for hold in sorted(records, key=lambda record: record.key):
            until = now + timedelta(seconds=hold.seconds)
            await self._connection.execute(statement, {"key": hold.key, "until": until})

    async def take(self, key: str, now: datetime, until: datetime) -> bool:
        """Hold a key until `until`, unless it is already held; return whether it was free."""
        values = {"key": key, "until": until, "_now": now}
        result = await self._connection.execute(_TAKE[self._connection.dialect.name], values)
        return result.first() is not None

    async def held_until(self, key: str) -> datetime | None:
        """Return the end of a key's current or last hold."""
        return (await self._connection.execute(_HELD_UNTIL, {"_key": key})).scalar_one_or_none()

    async def holds(self) -> tuple[HoldRecord, ...]:
        """Return the holds in force."""
        rows = (await self._connection.execute(_ALL_HOLDS)).all()
        if not rows:
            return ()
        now = await self._session.of(ProcessRepository).now()
        holds = (HoldRecord(row.key, (row.until - now).total_seconds()) for row in rows)
        return tuple(hold for hold in holds if hold.seconds > 0)
