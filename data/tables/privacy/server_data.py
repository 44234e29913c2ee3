"""Servers of which rows are kept, and since when the bot is gone from them."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from data.records import JobKind
from data.schema import (
    EVERY_SERVER,
    SERVER_IS_GONE,
    servers,
    welcomes,
)
from data.session import Session
from data.tables.due_rows import DueRows

_KNOWN: Final = sa.union(
    sa.select(servers.c.id), sa.select(welcomes.c.server).where(welcomes.c.server != EVERY_SERVER)
)
_GONE: Final = DueRows(JobKind.SERVER, servers.c.id, servers.c.gone, SERVER_IS_GONE)
_SINCE: Final = sa.select(servers.c.gone).where(servers.c.id == sa.bindparam("server")).with_for_update()
_COUNT_FROM: Final = sa.update(servers).where(servers.c.id == sa.bindparam("_server"), SERVER_IS_GONE)


class ServerDataRepository:
    """The servers that the bot knows, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def known(self) -> frozenset[int]:
        """Return all servers of which anything is kept."""
        return frozenset((await self._connection.execute(_KNOWN)).scalars())

    async def first_gone(self) -> datetime | None:
        """Return since when the bot is no longer in the server that it has been gone from for longest."""
        return await _GONE.next(self._connection)

    async def gone_since(self, latest: datetime, limit: int) -> tuple[int, ...]:
        """Return the servers without the bot since then or longer, in nobody's hands, the longest first."""
        return await _GONE.come(self._connection, latest, limit)

    async def lock(self, server: int) -> datetime | None:
        """Return since when the bot is no longer in a server; that stays so until the transaction ends."""
        since: datetime | None = (
            await self._connection.execute(_SINCE, {"server": server})
        ).scalar_one_or_none()
        return since

    async def count_from(self, server: int, since: datetime) -> None:
        """Have a server that the bot was removed from count as left at a moment."""
        await self._connection.execute(_COUNT_FROM, {"_server": server, "gone": since})
