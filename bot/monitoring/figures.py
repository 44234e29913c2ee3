"""Figures for an owner, queried rarely and by an index."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.records.outbox import BacklogRecord
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, GAME_TIMER, games
from bot.repositories.tables.outbox_tables import (
    NOTICE_IS_CLAIMED,
    NOTICE_IS_MISSED,
    NOTICE_IS_WAITING,
    notices,
)
from data.cluster.cluster_tables import processes, timers
from data.cluster.processes import ProcessRepository
from data.cluster.rows import ProcessRecord
from data.session import Session

_count: Final = sa.func.count()
_DUE: Final = sa.select(_count, sa.func.min(notices.c.due)).where(
    NOTICE_IS_WAITING, notices.c.due <= sa.bindparam("_now")
)
_CLAIMED: Final = sa.select(_count, sa.func.min(notices.c.due)).where(NOTICE_IS_CLAIMED)
_FAILING: Final = sa.select(_count).where(NOTICE_IS_WAITING, notices.c.attempts > sa.literal_column("0"))
_MISSED: Final = sa.select(_count).where(NOTICE_IS_MISSED)
_RUNNING: Final = sa.select(games.c.key, _count.label("number")).where(GAME_IS_RUNNING).group_by(games.c.key)
_OVERDUE: Final = sa.select(_count, sa.func.min(timers.c.due)).where(
    timers.c.kind.in_(sa.literal_column(f"'{kind}'") for kind in (GAME_TIMER, CHALLENGE_TIMER)),
    timers.c.due < sa.bindparam("_before"),
)
_ALIVE: Final = (
    sa.select(processes.c.id, processes.c.name, processes.c.version, processes.c.started)
    .where(processes.c.until >= sa.bindparam("_now"))
    .order_by(processes.c.started, processes.c.id)
)
_SIZE: Final[Mapping[str, sa.Executable]] = {
    "postgresql": sa.select(sa.func.pg_database_size(sa.func.current_database(), type_=sa.BigInteger)),
    "sqlite": sa.select(sa.literal_column("page_count * page_size", sa.BigInteger)).select_from(
        sa.text("pragma_page_count, pragma_page_size")
    ),
}
_HAS_REVISION: Final[Mapping[str, sa.Executable]] = {
    "postgresql": sa.select(_count)
    .select_from(sa.table("pg_tables", schema="pg_catalog"))
    .where(
        sa.literal_column("tablename") == sa.literal_column("'alembic_version'"),
        sa.literal_column("schemaname") == sa.func.current_schema(),
    ),
    "sqlite": sa.select(_count)
    .select_from(sa.table("sqlite_schema"))
    .where(sa.literal_column("name") == sa.literal_column("'alembic_version'")),
}
_REVISION: Final = sa.select(sa.column("version_num", sa.Text)).select_from(sa.table("alembic_version"))


class FigureRepository:
    """Counts across tables, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._session = session

    async def due_notices(self, now: datetime) -> BacklogRecord:
        """Return the number of due, unclaimed notices, and when the oldest was due."""
        return await self._backlog(_DUE, _now=now)

    async def claimed_notices(self) -> BacklogRecord:
        """Return the number of notices in delivery, and when the oldest was due."""
        return await self._backlog(_CLAIMED)

    async def failing_notices(self) -> int:
        """Return the number of notices that wait for another attempt."""
        return await self._number(_FAILING)

    async def missed_notices(self) -> int:
        """Return the number of notices that wait for their recipients' next command."""
        return await self._number(_MISSED)

    async def running_games(self) -> Mapping[str, int]:
        """Return the number of running matches by game."""
        return {row.key: row.number for row in await self._connection.execute(_RUNNING)}

    async def overdue(self, before: datetime) -> BacklogRecord:
        """Return the number of games and challenges overdue since a moment, and when the oldest was due."""
        return await self._backlog(_OVERDUE, _before=before)

    async def alive(self) -> tuple[ProcessRecord, ...]:
        """Return the processes with a valid lease, the oldest first."""
        now = await self._session.of(ProcessRepository).now()
        rows = await self._connection.execute(_ALIVE, {"_now": now})
        return tuple(ProcessRecord(row.id, row.name, row.version, row.started) for row in rows)

    async def size(self) -> int:
        """Return the size of the database in bytes."""
        return await self._number(_SIZE[self._connection.dialect.name])

    async def revision(self) -> str | None:
        """Return the schema revision, None without tables."""
        if not await self._number(_HAS_REVISION[self._connection.dialect.name]):
            return None
        revision: str | None = (await self._connection.execute(_REVISION)).scalar_one_or_none()
        return revision

    @property
    def kind(self) -> str:
        """The kind of database."""
        return self._connection.dialect.name

    async def _backlog(self, query: sa.Executable, **values: datetime) -> BacklogRecord:
        return BacklogRecord(*(await self._connection.execute(query, values)).one())

    async def _number(self, query: sa.Executable) -> int:
        number: int = (await self._connection.execute(query)).scalar_one()
        return number
