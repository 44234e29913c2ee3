"""Servers: whether the bot is in them, their overviews, and their admins' log."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from bot.model.agenda import Overview
from bot.model.people.privacy import SERVER_KEPT
from bot.model.servers.server_rules import AuditEntry
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.rows.shared_parts import CHANNEL
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.outbox_tables import BACKGROUND, NOTICE_IS_WAITING, PUBLIC, notices
from bot.repositories.tables.server_tables import (
    SERVER_IS_GONE,
    SERVER_TIMER,
    audit_entries,
    overviews,
    server_rules,
    servers,
    welcomes,
)
from data.cluster.timers import TimerRepository
from data.connections.dialects import upserts
from data.session import Session

_OVERVIEW_ROW: Final = RowMapping(Overview, parts={"place": CHANNEL}, apart=("matches", "challenges"))
_OVERVIEW: Final = (
    sa.select(
        overviews.c.channel,
        overviews.c.server,
        sa.func.coalesce(servers.c.locale, overviews.c.locale).label("locale"),
        overviews.c.message,
    )
    .outerjoin(servers, servers.c.id == overviews.c.server)
    .where(overviews.c.channel == sa.bindparam("channel"))
)
_OVERVIEW_LOCKED: Final = _OVERVIEW.with_for_update(of=overviews)
_FORGET: Final = sa.delete(overviews).where(overviews.c.channel == sa.bindparam("_channel"))
_SHOW: Final = sa.update(overviews).where(overviews.c.channel == sa.bindparam("_channel"))
_ENTRY: Final = RowMapping(
    AuditEntry,
    columns={"when": "done", "who": "player", "what": "deed", "match": "game"},
    apart=("winners", "private"),
)
_ENTRIES: Final = (
    sa.select(audit_entries)
    .where(audit_entries.c.server == sa.bindparam("server"))
    .order_by(audit_entries.c.id.desc())
    .limit(sa.bindparam("limit"))
)
_ADD_ENTRY: Final = sa.insert(audit_entries)
_TOLD: Final = {
    "kind": sa.bindparam("_kind", type_=sa.Text),
    "stream": -overviews.c.channel,
    "audience": sa.literal_column(str(PUBLIC)),
    "data": sa.bindparam("_data", type_=sa.JSON),
    "status": sa.literal_column("'waiting'"),
    "due": sa.bindparam("_now", type_=notices.c.due.type),
    "attempts": sa.literal_column("0"),
    "uncertain": sa.false(),
    "created": sa.bindparam("_now", type_=notices.c.created.type),
    "request": sa.bindparam("_request", type_=notices.c.request.type),
    "priority": sa.literal_column(str(BACKGROUND)),
}
_waits: Final = sa.exists(
    sa.select(sa.literal_column("1"))
    .select_from(notices)
    .where(
        NOTICE_IS_WAITING,
        notices.c.status.in_([sa.literal_column("'waiting'"), sa.literal_column("'claimed'")]),
        notices.c.stream == -overviews.c.channel,
        notices.c.audience == sa.literal_column(str(PUBLIC)),
    )
    # It keeps waiting until this is written: an earlier redraw would miss the change.
    .with_for_update(read=True)
)
_TOUCH: Final = (
    sa.insert(notices)
    .from_select(
        list(_TOLD),
        sa.select(*_TOLD.values())
        .select_from(overviews)
        .where(overviews.c.channel == sa.bindparam("_channel"), ~_waits),
    )
    .inline()
)


_LISTED_IN: Final = (
    sa.select(overviews.c.channel)
    .join(challenges, challenges.c.server == overviews.c.server)
    .where(challenges.c.id == sa.bindparam("challenge"), challenges.c.opponent.is_(None))
    .order_by(overviews.c.channel)
)
_CHANGE: Final = sa.update(servers).where(servers.c.id == sa.bindparam("_server"))
_IS_GONE: Final = (
    sa.select(servers.c.gone).where(servers.c.id == sa.bindparam("server")).with_for_update(read=True)
)
_ONLY_WELCOMED: Final = sa.select(welcomes.c.server).where(
    welcomes.c.server == sa.bindparam("server"),
    ~sa.exists(sa.select(sa.literal_column("1")).where(servers.c.id == sa.bindparam("server"))),
)
_LEAVE: Final = _CHANGE.where(~SERVER_IS_GONE).returning(servers.c.id)
_COME_BACK: Final = _CHANGE.where(SERVER_IS_GONE).values(gone=None).returning(servers.c.id)
_MEET: Final = sa.insert(servers)
_GONE: Final = sa.select(servers.c.id).where(SERVER_IS_GONE)
_CALL: Final = (
    sa.update(server_rules)
    .where(
        server_rules.c.server == sa.bindparam("_server"),
        server_rules.c.call_role.is_not(None),
        sa.or_(server_rules.c.called.is_(None), server_rules.c.called <= sa.bindparam("_latest")),
    )
    .values(called=sa.bindparam("_now"))
    .returning(server_rules.c.call_role)
)
_PUT_OVERVIEW: Final = upserts(overviews, "channel", "server", "locale")


class ServerRepository:
    """The tables `servers`, `overviews` and `deeds` within one connection, and when roles were pinged.

    The timer of a server without the bot is set when the bot is removed, and cancelled when it is back.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def leave(self, server: int, now: datetime) -> None:
        """Store that the bot has left a server, unless that is known.

        A welcomed server without activity is recorded so that its data can be deleted.
        """
        unmet = (await self._connection.execute(_ONLY_WELCOMED, {"server": server})).first()
        if unmet is not None:
            await self._connection.execute(_MEET, {"id": server, "locale": "", "gone": None})
        result = await self._connection.execute(_LEAVE, {"_server": server, "gone": now})
        if result.first() is not None:
            await self._timers.set(SERVER_TIMER, server, now + SERVER_KEPT)

    async def record_return(self, server: int) -> None:
        """Store that the bot is in a server."""
        back = await self._connection.execute(_COME_BACK, {"_server": server})
        if back.first() is not None:
            await self._timers.cancel(SERVER_TIMER, server)

    async def is_gone(self, server: int) -> bool:
        """Return whether the bot has left a server; the answer holds until the transaction ends."""
        result = await self._connection.execute(_IS_GONE, {"server": server})
        return result.scalar_one_or_none() is not None

    async def without_bot(self) -> frozenset[int]:
        """Return the servers without the bot."""
        return frozenset((await self._connection.execute(_GONE)).scalars())

    async def call_role(self, server: int, now: datetime, pause: timedelta) -> int | None:
        """Return the role to ping for a server's open challenge, and record the ping.

        None if there is no role, or if it was pinged within the last `pause`.
        """
        values = {"_server": server, "_now": now, "_latest": now - pause}
        role: int | None = (await self._connection.execute(_CALL, values)).scalar_one_or_none()
        return role

    async def overview(self, channel: int, *, lock: bool = False) -> Overview | None:
        """Return a channel's overview without its entries, None if there is none.

        `lock` prevents other changes until the transaction ends.
        """
        statement = _OVERVIEW_LOCKED if lock else _OVERVIEW
        row = (await self._connection.execute(statement, {"channel": channel})).one_or_none()
        return None if row is None else _OVERVIEW_ROW.read(row, matches=())

    async def save_overview(self, channel: int, server: int | None, locale: str) -> None:
        """Store a channel's overview; an existing overview keeps its message."""
        values = {"channel": channel, "server": server, "locale": locale}
        await self._connection.execute(_PUT_OVERVIEW[self._connection.dialect.name], values)

    async def forget_overview(self, channel: int) -> None:
        """Delete the overview of a channel."""
        await self._connection.execute(_FORGET, {"_channel": channel})

    async def show_overview(self, channel: int, message: int) -> None:
        """Store the message of a channel's overview."""
        await self._connection.execute(_SHOW, {"_channel": channel, "message": message})

    async def touch_overview(
        self,
        channel: int,
        kind: str,
        data: Mapping[str, object],
        now: datetime,
        request: str | None = None,
    ) -> None:
        """Write the notice (`kind` and `data`) that a channel's overview has changed through a `request`.

        Does nothing without an overview, or if such a notice already waits.
        """
        values = {
            "_channel": channel,
            "_kind": kind,
            "_data": dict(data),
            "_now": now,
            "_request": request,
        }
        await self._connection.execute(_TOUCH, values)

    async def overview_channels(self, challenge: int) -> tuple[int, ...]:
        """Return the channels whose overviews list a challenge; none if it has an opponent."""
        return tuple((await self._connection.execute(_LISTED_IN, {"challenge": challenge})).scalars())

    async def add_audit_entry(self, server: int, entry: AuditEntry) -> None:
        """Add an entry to a server's audit log."""
        await self._connection.execute(_ADD_ENTRY, {"server": server, **_ENTRY.columns_of(entry)})

    async def audit_entries(self, server: int, limit: int) -> tuple[AuditEntry, ...]:
        """Return a server's latest entries, newest first."""
        rows = await self._connection.execute(_ENTRIES, {"server": server, "limit": limit})
        return tuple(map(_ENTRY.read, rows))
