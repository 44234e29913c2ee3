"""Loads and stores servers' subscriptions: their channels, rhythm and progress."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.servers.domain import Rhythm, Subscription
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.tables.subscription_tables import subscriptions
from data.cluster.cluster_tables import timers
from data.cluster.timers import TimerRepository
from data.connections.dialects import upserts
from data.session import Session

_SUBSCRIPTION: Final = RowMapping(
    Subscription, parts={"rhythm": RowPart(RowMapping(Rhythm))}, read_only=("due",)
)
_THIS: Final = sa.and_(
    subscriptions.c.server == sa.bindparam("_server"), subscriptions.c.kind == sa.bindparam("_kind")
)
_GET: Final = (
    sa.select(subscriptions, timers.c.due)
    .join(
        timers,
        sa.and_(timers.c.kind == subscriptions.c.kind, timers.c.subject == subscriptions.c.server),
    )
    .where(_THIS)
)
_LOCK: Final = sa.select(subscriptions.c.server).where(_THIS).with_for_update()
_PUT: Final = upserts(
    subscriptions, ["server", "kind"], "channel", "day", "time", "zone", "number", "posted", "item"
)
_REMOVE: Final = sa.delete(subscriptions).where(_THIS)


class SubscriptionRepository:
    """The table `subscriptions` within one connection, with timers of the same kind by server."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def get(self, server: int, kind: str, *, lock: bool = False) -> Subscription | None:
        """Return a server's subscription of a kind, None without one."""
        values = {"_server": server, "_kind": kind}
        if lock:
            # A separate statement, so that the timer is read after the lock.
            await self._connection.execute(_LOCK, values)
        row = (await self._connection.execute(_GET, values)).one_or_none()
        return None if row is None else _SUBSCRIPTION.read(row)

    async def save(self, subscription: Subscription) -> None:
        """Store the subscription of a server, replacing the previous one, and set its timer."""
        await self._connection.execute(
            _PUT[self._connection.dialect.name], _SUBSCRIPTION.columns_of(subscription)
        )
        await self._timers.set(subscription.kind, subscription.server, subscription.due)

    async def leave_out(self, subscription: Subscription, due: datetime) -> None:
        """Move the timer of a locked subscription to a later time, without a post."""
        await self._timers.set(subscription.kind, subscription.server, due)

    async def remove(self, server: int, kind: str) -> None:
        """Delete the subscription of a server, and its timer."""
        await self._connection.execute(_REMOVE, {"_server": server, "_kind": kind})
        await self._timers.cancel(kind, server)
