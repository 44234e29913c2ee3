"""Servers with rows, and the time of the bot's removal from them."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.tables.server_tables import EVERY_SERVER, servers, welcomes
from data.session import Session

_KNOWN: Final = sa.union(
    sa.select(servers.c.id), sa.select(welcomes.c.server).where(welcomes.c.server != EVERY_SERVER)
)
_SINCE: Final = sa.select(servers.c.gone).where(servers.c.id == sa.bindparam("server"))
_LOCK: Final = _SINCE.with_for_update()


class ServerDataRepository:
    """The servers that the bot knows, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def server_ids(self) -> frozenset[int]:
        """Return all servers with rows."""
        return frozenset((await self._connection.execute(_KNOWN)).scalars())

    async def absent_since(self, server: int, *, lock: bool = False) -> datetime | None:
        """Return the time at which the bot left the server, if it did; `lock` fixes that until the commit."""
        statement = _LOCK if lock else _SINCE
        since: datetime | None = (
            await self._connection.execute(statement, {"server": server})
        ).scalar_one_or_none()
        return since
