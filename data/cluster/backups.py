"""Scheduled backups: time, size, and the reason of a failure."""

from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from data.cluster.cluster_tables import backups
from data.cluster.rows import BackupRecord
from data.connections.dialects import upserts
from data.session import Session

KEPT_FOR: Final = timedelta(days=90)
_ADD: Final = upserts(backups, "taken", "size", "failure")
_TRIM: Final = sa.delete(backups).where(backups.c.taken < sa.bindparam("_before"))
_LATEST: Final = sa.select(backups).order_by(backups.c.taken.desc()).limit(1)
_LATEST_GOOD: Final = _LATEST.where(backups.c.failure.is_(None))


class BackupRepository:
    """The table `backups` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def add(self, backup: BackupRecord) -> None:
        """Add a backup. Deletes backups older than 90 days, except the latest good one."""
        values = {"taken": backup.taken, "size": backup.size, "failure": backup.failure}
        await self._connection.execute(_ADD[self._connection.dialect.name], values)
        good = await self.latest_good()
        before = backup.taken - KEPT_FOR
        await self._connection.execute(_TRIM, {"_before": min(before, good.taken) if good else before})

    async def latest(self) -> BackupRecord | None:
        """Return the latest backup, successful or failed."""
        return await self._first(_LATEST)

    async def latest_good(self) -> BackupRecord | None:
        """Return the latest successful backup."""
        return await self._first(_LATEST_GOOD)

    async def _first(self, query: sa.Select[tuple[datetime, int, str]]) -> BackupRecord | None:
        row = (await self._connection.execute(query)).first()
        return None if row is None else BackupRecord(row.taken, row.size, row.failure)
