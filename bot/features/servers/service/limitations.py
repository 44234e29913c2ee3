"""Limitations of servers: stored while they last, reported to admins once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import cachetools

from bot.features.servers.store.limitations import LimitationRepository
from bot.kernel.transactions.public_locale import presentation_in
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.events.events import LimitationMet
from bot.model.people.person import Place
from bot.model.servers.limitations import KnownLimitation, Limitation, LimitedChannel
from bot.repositories.people.people import PersonRepository
from bot.repositories.servers.servers import ServerRepository

_AGAIN_AFTER: Final = timedelta(hours=1)
"""The minimum time between two records of the same limitation in a channel, per process."""
_FORGOTTEN_AFTER: Final = timedelta(days=30)
"""A limitation that has not recurred for this long is no longer shown."""
_CAPACITY: Final = 10_000

_Seen = tuple[int, Limitation]


class Limitations:
    """Stores limitations by place. Only new ones cause notices."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work
        self._met: cachetools.LRUCache[_Seen, datetime] = cachetools.LRUCache(_CAPACITY)
        self._admins: cachetools.LRUCache[int, int] = cachetools.LRUCache(_CAPACITY)

    async def record_limitation(self, limited: LimitedChannel) -> None:
        """Record a limitation; a new one notifies the server's admins if their channel is known."""
        key, now = (limited.channel, limited.what), self._unit_of_work.clock()
        before = self._met.get(key)
        if before is not None and now - before < _AGAIN_AFTER:
            return
        async with self._unit_of_work.write() as tx:
            if await tx.of(ServerRepository).is_gone(limited.server):
                return
            new = await tx.of(LimitationRepository).save(limited, now)
            told_in = await tx.of(LimitationRepository).admins_in(limited.server) if new else None
            if told_in is not None:
                await tx.of(LimitationRepository).record_notified(limited)
                tx.record(LimitationMet(limited, told_in))
        self._met[key] = now

    async def of(self, server: int) -> tuple[KnownLimitation, ...]:
        """Return a server's limitations of the last 30 days, sorted by channel."""
        since = self._unit_of_work.clock() - _FORGOTTEN_AFTER
        async with self._unit_of_work.store.read() as session:
            limitations = await session.of(LimitationRepository).of(server)
        return tuple(limitation for limitation in limitations if limitation.latest >= since)

    async def lift(self, lifted: Sequence[LimitedChannel]) -> None:
        """Delete limitations that are over; if they recur, they are reported again."""
        if not lifted:
            return
        async with self._unit_of_work.write() as tx:
            for limited in lifted:
                await tx.of(LimitationRepository).lift(limited)
        for limited in lifted:
            self._met.pop((limited.channel, limited.what), None)

    async def defer_limitation(self, limited: LimitedChannel) -> None:
        """Mark a limitation as unread, as its notice cannot be posted: an admin's next command shows it."""
        async with self._unit_of_work.write() as tx:
            await tx.of(LimitationRepository).record_notified(limited, told=False)

    async def notify_admin(self, server: int, channel: int) -> tuple[LimitedChannel, ...]:
        """Store the admins' channel; return the server's unread limitations, and mark them as read."""
        if self._admins.get(server) != channel:
            async with self._unit_of_work.write() as tx:
                await tx.of(LimitationRepository).admins_are_in(server, channel)
            self._admins[server] = channel
        async with self._unit_of_work.store.read() as session:
            untold = await session.of(LimitationRepository).untold(server)
        if untold:
            async with self._unit_of_work.write() as tx:
                for limited in untold:
                    await tx.of(LimitationRepository).record_notified(limited)
        return untold

    async def locale(self, server: int) -> str:
        """Return the language of messages to a server's admins."""
        async with self._unit_of_work.store.read() as session:
            community = await session.of(PersonRepository).server_locale(server)
            return (await presentation_in(session, Place(server, 0, community or ""), ())).locale
