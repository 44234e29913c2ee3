"""What the processes have heard of Discord's limits on requests: refusals, and what is to be left alone."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import sqlalchemy as sa

from data.dialects import upserts
from data.engines import Connection
from data.records import HoldRecord, OthersRecord
from data.schema import holds, processes
from data.tables.cluster.processes import ProcessRepository

_COUNT: Final = (
    sa.update(processes)
    .where(processes.c.id == sa.bindparam("_id"))
    .values(invalid_requests=sa.bindparam("_count"))
)
_OTHERS: Final = sa.select(
    sa.func.count().label("processes"),
    sa.func.coalesce(sa.func.sum(processes.c.invalid_requests), 0).label("invalid_requests"),
).where(processes.c.id != sa.bindparam("_id"))
_HOLD: Final = upserts(holds, "key", "until")
_HELD: Final = sa.select(holds.c.key, holds.c.until)
_FORGET: Final = sa.delete(holds).where(holds.c.until <= sa.bindparam("_now"))


class RequestLimitRepository:
    """The table `holds`, and what `processes` says of refused requests, within one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def count(self, process: str, invalid_requests: int) -> None:
        """Write how many requests of a process were refused within ten minutes."""
        await self._connection.execute(_COUNT, {"_id": process, "_count": invalid_requests})

    async def others(self, process: str) -> OthersRecord:
        """Return what is known of all processes but one."""
        row = (await self._connection.execute(_OTHERS, {"_id": process})).one()
        return OthersRecord(row.processes, row.invalid_requests)

    async def hold(self, told: Sequence[HoldRecord]) -> None:
        """Write what is to be left alone from now on, and forget what is over."""
        now = await ProcessRepository(self._connection).now()
        await self._connection.execute(_FORGET, {"_now": now})
        statement = _HOLD[self._connection.dialect.name]
        for one in sorted(told, key=lambda one: one.key):
            until = now + timedelta(seconds=one.seconds)
            await self._connection.execute(statement, {"key": one.key, "until": until})

    async def held(self) -> tuple[HoldRecord, ...]:
        """Return what is to be left alone now."""
        rows = (await self._connection.execute(_HELD)).all()
        if not rows:
            return ()
        now = await ProcessRepository(self._connection).now()
        held = (HoldRecord(row.key, (row.until - now).total_seconds()) for row in rows)
        return tuple(one for one in held if one.seconds > 0)
