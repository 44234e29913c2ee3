"""The table of welcomes and the statements on it."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.records.servers import WelcomeRecord
from bot.repositories.tables.server_tables import EVERY_SERVER, welcomes
from data.connections.dialects import upserts
from data.session import Session

_OF: Final = sa.select(welcomes.c.server, welcomes.c.decided, welcomes.c.status).where(
    sa.or_(
        welcomes.c.server == sa.bindparam("server"),
        welcomes.c.server == sa.literal_column(str(EVERY_SERVER)),
    )
)
_PUT: Final = upserts(welcomes, "server", "decided", "status")
_DECIDE: Final = upserts(
    welcomes,
    "server",
    "decided",
    "status",
    where=welcomes.c.decided <= sa.bindparam("_latest"),
    returning=welcomes.c.server,
)
_SETTLE: Final = (
    sa.update(welcomes)
    .where(welcomes.c.server == sa.bindparam("_server"), welcomes.c.status == sa.bindparam("_before"))
    .values(status=sa.bindparam("_after"))
    .returning(welcomes.c.server)
)


class WelcomeRepository:
    """The table `welcomes` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, server: int) -> WelcomeRecord:
        """Return the state of a server's welcome, and the time of the decision for `EVERY_SERVER`."""
        rows = (await self._connection.execute(_OF, {"server": server})).all()
        own = next((row for row in rows if row.server != EVERY_SERVER), None)
        common = next((row.decided for row in rows if row.server == EVERY_SERVER), None)
        if own is None:
            return WelcomeRecord(common=common)
        return WelcomeRecord(own.decided, own.status, common)

    async def save(self, server: int, now: datetime, status: str) -> None:
        """Store the state of a server's welcome; `EVERY_SERVER` means all."""
        values = {"server": server, "decided": now, "status": status}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)

    async def decide(self, server: int, now: datetime, status: str, latest: datetime) -> bool:
        """Store a new state, unless the current one was decided after `latest`; return whether it was stored.

        Of several concurrent processes, one succeeds.
        """
        values = {"server": server, "decided": now, "status": status, "_latest": latest}
        result = await self._connection.execute(_DECIDE[self._connection.dialect.name], values)
        return result.scalar_one_or_none() is not None

    async def settle(self, server: int, before: str, after: str) -> bool:
        """Change the status of a server's welcome from `before` to `after`; return whether it matched."""
        values = {"_server": server, "_before": before, "_after": after}
        result = await self._connection.execute(_SETTLE, values)
        return result.scalar_one_or_none() is not None


TABLES: Final = (OwnedTable(welcomes, of_server={"server": Key.SERVER}),)
