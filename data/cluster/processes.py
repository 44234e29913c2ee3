"""Processes that serve the bot; each is alive as long as it renews its lease."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from data.cluster.cluster_tables import processes
from data.cluster.rows import ProcessRecord
from data.schema.columns import UtcDateTime
from data.session import Session

_NOW: Final[Mapping[str, sa.Select[datetime]]] = {
    "postgresql": sa.select(sa.func.clock_timestamp(type_=UtcDateTime)),
    "sqlite": sa.select(sa.func.strftime("%Y-%m-%d %H:%M:%f", "now", type_=UtcDateTime)),
}
"""The time by the database's clock: the machines' own clocks may differ."""
_COLUMNS: Final = (
    processes.c.id,
    processes.c.name,
    processes.c.version,
    processes.c.started,
    processes.c.wish,
)
_LIVE: Final = sa.select(*_COLUMNS).order_by(processes.c.started, processes.c.id)
_JOIN: Final = sa.insert(processes)
_RENEW: Final = (
    sa.update(processes)
    .where(processes.c.id == sa.bindparam("_id"))
    .values(until=sa.bindparam("_until"))
    .returning(processes.c.id)
)
_SET_WISH: Final = (
    sa.update(processes).where(processes.c.id == sa.bindparam("_id")).values(wish=sa.bindparam("_wish"))
)
_LEAVE: Final = sa.delete(processes).where(processes.c.id == sa.bindparam("_id"))
_REMOVE_DEAD: Final = (
    sa.delete(processes).where(processes.c.until < sa.bindparam("_now")).returning(processes.c.id)
)
_REMOVE_OTHERS: Final = (
    sa.delete(processes).where(processes.c.id != sa.bindparam("_id")).returning(processes.c.id)
)


class ProcessRepository:
    """The table `processes` within one connection. A process without a row is dead."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def now(self) -> datetime:
        """Return the time by the database's clock."""
        result = await self._connection.execute(_NOW[self._connection.dialect.name])
        now: datetime = result.scalar_one()
        return now

    async def join(self, process: str, name: str, version: str, lease: timedelta) -> None:
        """Insert a process whose lease starts now."""
        now = await self.now()
        values: dict[str, Any] = {"id": process, "name": name, "version": version}
        await self._connection.execute(_JOIN, values | {"started": now, "until": now + lease})

    async def renew(self, process: str, lease: timedelta) -> bool:
        """Extend a process's lease from now; return False if it already counts as dead."""
        values = {"_id": process, "_until": await self.now() + lease}
        return (await self._connection.execute(_RENEW, values)).scalar_one_or_none() is not None

    async def set_requested_shards(self, process: str, shards: str | None) -> None:
        """Store the shards that a process requests, None if it takes none."""
        await self._connection.execute(_SET_WISH, {"_id": process, "_wish": shards})

    async def leave(self, process: str) -> None:
        await self._connection.execute(_LEAVE, {"_id": process})

    async def living(self) -> tuple[ProcessRecord, ...]:
        """Return the living processes, oldest first."""
        rows = await self._connection.execute(_LIVE)
        return tuple(ProcessRecord(row.id, row.name, row.version, row.started, row.wish) for row in rows)

    async def remove_dead(self) -> tuple[str, ...]:
        """Delete the processes whose lease has expired; return their ids."""
        rows = await self._connection.execute(_REMOVE_DEAD, {"_now": await self.now()})
        return tuple(rows.scalars())

    async def remove_others(self, process: str) -> tuple[str, ...]:
        """Delete all other processes; return their ids. The caller must know that they are dead."""
        return tuple((await self._connection.execute(_REMOVE_OTHERS, {"_id": process})).scalars())
