"""Shards: their holders, and the times at which they may identify to Discord."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from data.cluster.cluster_tables import identifies, shards
from data.cluster.rows import ShardRecord
from data.connections.dialects import ONE_WRITER, upserts
from data.session import Session

_LOCK: Final = 0x466573  # any number, the same in every process
_FARTHEST: Final = timedelta(minutes=15)
"""The longest wait of a shard for others. A time further ahead predates a correction of the clock."""
_TIMEOUTS: Final = (
    # The database ends the transaction of a process that stalls with the lock, so it cannot block the others.
    "SET LOCAL idle_in_transaction_session_timeout = '3s'",
    "SET LOCAL lock_timeout = '3s'",
)
_ALL_SHARDS: Final = sa.select(shards).order_by(shards.c.number)
_TAKE: Final = sa.insert(shards)
_FREE: Final = (
    sa.delete(shards)
    .where(
        shards.c.holder == sa.bindparam("_holder"),
        shards.c.number.in_(sa.bindparam("_numbers", expanding=True)),
    )
    .returning(shards.c.number)
)
_FREE_ALL: Final = (
    sa.delete(shards).where(shards.c.holder == sa.bindparam("_holder")).returning(shards.c.number)
)
_TELL: Final = (
    sa.update(shards)
    .where(shards.c.holder == sa.bindparam("_holder"))
    .values(connected=shards.c.number.in_(sa.bindparam("_connected", expanding=True)))
)
_LATEST: Final = sa.select(identifies.c.at).where(identifies.c.bucket == sa.bindparam("bucket"))
_RESERVE: Final = upserts(identifies, "bucket", "at")


class ShardRepository:
    """The tables `shards` and `identifies` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def take_turns(self) -> None:
        """Lock out other processes until the end of the transaction."""
        if self._connection.dialect.name == ONE_WRITER:
            return
        for setting in _TIMEOUTS:
            await self._connection.execute(sa.text(setting))
        await self._connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))

    async def held_shards(self) -> tuple[ShardRecord, ...]:
        """Return all held shards, by number."""
        rows = await self._connection.execute(_ALL_SHARDS)
        return tuple(ShardRecord(row.number, row.total, row.holder, row.connected) for row in rows)

    async def take(self, numbers: Collection[int], total: int, holder: str) -> None:
        """Assign unassigned shards to a process."""
        if numbers:
            values = [{"number": number, "total": total, "holder": holder} for number in sorted(numbers)]
            await self._connection.execute(_TAKE, values)

    async def free(self, numbers: Collection[int], holder: str) -> None:
        """Release the given shards of a process."""
        await self._connection.execute(_FREE, {"_numbers": sorted(numbers), "_holder": holder})

    async def free_all(self, holder: str) -> None:
        """Release all of a process's shards."""
        await self._connection.execute(_FREE_ALL, {"_holder": holder})

    async def record_connected(self, connected: Collection[int], holder: str) -> None:
        """Store for which of its shards a process is connected."""
        await self._connection.execute(_TELL, {"_holder": holder, "_connected": sorted(connected)})

    async def latest_identify(self, bucket: int, now: datetime) -> datetime | None:
        """Return when a shard of a bucket last identified, or will; None if that no longer matters."""
        result = await self._connection.execute(_LATEST, {"bucket": bucket})
        latest: datetime | None = result.scalar_one_or_none()
        return None if latest is None or latest > now + _FARTHEST else latest

    async def reserve_identify(self, bucket: int, now: datetime, gap: timedelta) -> datetime:
        """Reserve and return the next time at which a shard of a bucket may identify."""
        latest = await self.latest_identify(bucket, now)
        at = now if latest is None else max(now, latest + gap)
        await self._connection.execute(_RESERVE[self._connection.dialect.name], {"bucket": bucket, "at": at})
        return at
