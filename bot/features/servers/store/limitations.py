"""Limitations: the bot's missing permissions in servers, and the admins' channels."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.model.servers.limitations import KnownLimitation, Limitation, LimitedChannel
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.server_tables import servers
from data.connections.dialects import inserts_if_absent, upserts
from data.schema.base import metadata
from data.schema.columns import TextOf, UtcDateTime
from data.session import Session

limitations: Final = sa.Table(
    "limitations",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("what", TextOf(Limitation), primary_key=True),
    # The code of Discord's last refusal; null without one.
    sa.Column("code", sa.Integer),
    sa.Column("latest", UtcDateTime, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
)

_LIMITED: Final = RowMapping(LimitedChannel)
_KEY: Final = ("server", "channel", "what")
_OF: Final = (
    sa.select(*(limitations.c[name] for name in (*_KEY, "code", "latest")))
    .where(limitations.c.server == sa.bindparam("server"))
    .order_by(limitations.c.channel, limitations.c.what)
)
_UNTOLD: Final = _OF.where(~limitations.c.told)
_ONE: Final = sa.and_(
    *(limitations.c[name] == sa.bindparam(f"_{name}", type_=limitations.c[name].type) for name in _KEY)
)
_IS_KNOWN: Final = sa.select(limitations.c.server).where(_ONE)
_PUT: Final = upserts(limitations, _KEY, "code", "latest")
_LIFT: Final = sa.delete(limitations).where(_ONE)
_TELL: Final = sa.update(limitations).where(_ONE)
_ADMINS_IN: Final = sa.select(servers.c.admin_channel).where(servers.c.id == sa.bindparam("server"))
_MEET: Final = inserts_if_absent(servers)
_ADMINS: Final = sa.update(servers).where(servers.c.id == sa.bindparam("_server"))


class LimitationRepository:
    """The table `limitations`, and the channels of servers' admins, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def save(self, limited: LimitedChannel, now: datetime) -> bool:
        """Store a limitation; return whether it is new and needs a notice."""
        known = (await self._connection.execute(_IS_KNOWN, _parameters(limited))).first() is not None
        values = {**_LIMITED.columns_of(limited), "latest": now, "told": False}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
        return not known

    async def of(self, server: int) -> tuple[KnownLimitation, ...]:
        """Return a server's limitations, by channel."""
        rows = await self._connection.execute(_OF, {"server": server})
        return tuple(KnownLimitation(_LIMITED.read(row), row.latest) for row in rows)

    async def untold(self, server: int) -> tuple[LimitedChannel, ...]:
        """Return the limitations that the server's admins have not seen."""
        return tuple(map(_LIMITED.read, await self._connection.execute(_UNTOLD, {"server": server})))

    async def record_notified(self, limited: LimitedChannel, *, told: bool = True) -> None:
        """Store whether the server's admins have been notified."""
        await self._connection.execute(_TELL, {**_parameters(limited), "told": told})

    async def lift(self, limited: LimitedChannel) -> None:
        """Delete a limitation that is over."""
        await self._connection.execute(_LIFT, _parameters(limited))

    async def admins_in(self, server: int) -> int | None:
        """Return the channel in which a server's admins last used the bot, None without one."""
        channel: int | None = (
            await self._connection.execute(_ADMINS_IN, {"server": server})
        ).scalar_one_or_none()
        return channel

    async def admins_are_in(self, server: int, channel: int) -> None:
        """Store the channel in which a server's admins use the bot."""
        met = {"id": server, "locale": "", "gone": None, "admin_channel": None}
        await self._connection.execute(_MEET[self._connection.dialect.name], met)
        await self._connection.execute(_ADMINS, {"_server": server, "admin_channel": channel})


def _parameters(limited: LimitedChannel) -> dict[str, object]:
    return {"_server": limited.server, "_channel": limited.channel, "_what": limited.what}
