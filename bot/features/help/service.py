"""The welcome: the bot introduces itself once in each new server."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from bot.features.help.domain import AGAIN_AFTER, MAX_CHANNELS, WelcomeStatus, is_due
from bot.features.help.store import WelcomeRepository
from bot.kernel.transactions.public_locale import presentation_in
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.events.events import WelcomeDue
from bot.model.people.person import Place
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session


class Welcomes:
    """Greetings of servers, sent and pending; requests are idempotent."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work
        self._met: dict[int, datetime] = {}
        self._settled: set[int] = set()
        self._one_at_a_time = asyncio.Lock()

    async def greet_server(self, server: int, joined: datetime, channels: Sequence[int], locale: str) -> None:
        """Greet a server that the bot joined at the time `joined`, if that is due.

        `channels` are the channels open to the bot, the best first; if the server's rules allow none of them,
        the welcome waits for the first person who uses the bot. `locale` is the language of a Community
        server.
        """
        if self._met.get(server) == joined:
            return
        async with self._one_at_a_time:
            self._met.pop(server, None)
            self._settled.discard(server)
            async with self._unit_of_work.store.read() as session:
                due = await _is_due(session, server, joined)
            if due:
                await self._decide(server, joined, channels, locale)
            self._met[server] = joined

    async def _decide(self, server: int, joined: datetime, channels: Sequence[int], locale: str) -> None:
        async with self._unit_of_work.write() as tx:
            rules = await tx.of(ServerRulesRepository).of(server)
            allowed = tuple(
                channel for channel in channels if rules.allow_place(Place(server, channel, locale))
            )
            allowed = allowed[:MAX_CHANNELS]
            status = WelcomeStatus.DUE if allowed else WelcomeStatus.PRIVATE
            # Another process may have decided in the meantime.
            decided = await tx.of(WelcomeRepository).decide(
                server, self._unit_of_work.clock(), status, joined - AGAIN_AFTER
            )
            if decided and allowed:
                tx.record(WelcomeDue(server, allowed, locale))

    async def claim(self, server: int) -> bool:
        """Return whether the person gets the server's welcome privately: true once, for the first person."""
        if server in self._settled:
            return False
        decided = server in self._met
        async with self._unit_of_work.store.read() as session:
            status = (await session.of(WelcomeRepository).of(server)).status
        if status == WelcomeStatus.PRIVATE:
            async with self._unit_of_work.store.write() as session:
                return await session.of(WelcomeRepository).settle(
                    server, WelcomeStatus.PRIVATE, WelcomeStatus.READ
                )
        if decided and status != WelcomeStatus.DUE:
            self._settled.add(server)
        return False

    async def locale(self, server: int, community: str) -> str:
        """Return the language of a server's welcome; `community` is the language of a Community, or empty."""
        async with self._unit_of_work.store.read() as session:
            return (await presentation_in(session, Place(server, 0, community), ())).locale


async def _is_due(session: Session, server: int, joined: datetime) -> bool:
    welcome = await session.of(WelcomeRepository).of(server)
    return is_due(joined, welcome.decided, welcome.common)
