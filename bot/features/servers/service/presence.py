"""Servers that removed the bot: their games pause, and continue after its return."""

import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.features.matches.service.deadlines import Deadlines
from bot.features.servers.store.server_rows import ServerDataRepository
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.ports import LeaseUncertain
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.servers.servers import ServerRepository

log = logging.getLogger(__name__)

_AT_ONCE: Final = 25
"""The maximum number of games changed in one transaction, for which a player's move may have to wait."""


class _Changed(Exception):
    """The bot has been added or removed again in the meantime."""


class ServerPresence:
    """Records the bot's servers. Idempotent; interrupted work resumes."""

    def __init__(self, unit_of_work: UnitOfWork, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._deadlines = deadlines

    async def pause_server(self, server: int) -> None:
        """Pause the games of a server that removed the bot; their clocks stop.

        Until its return, all actions except leaving a game are refused: "game-paused", "server-gone".
        """
        async with self._unit_of_work.write() as tx:
            await tx.of(ServerRepository).leave(server, self._unit_of_work.clock())
        await self._change(server, pause=True)

    async def resume_server(self, server: int) -> None:
        """Resume the paused games of a rejoined server with their remaining time."""
        async with self._unit_of_work.write() as tx:
            await tx.of(ServerRepository).record_return(server)
        await self._change(server, pause=False)

    async def compare(self, there: Collection[int], counts: Callable[[int], bool]) -> None:
        """Pause or resume the games of all servers that `counts` accepts; the bot is in those of `there`."""
        async with self._unit_of_work.store.read() as session:
            servers, absent = (
                await session.of(ServerDataRepository).server_ids(),
                await session.of(ServerRepository).without_bot(),
            )
            played_in = await session.of(MatchRepository).servers_played_in()
        # Check servers without the bot again: the pause may have been interrupted.
        for server in filter(counts, sorted(servers | played_in)):
            if server not in there:
                await self.pause_server(server)
            elif server in absent or (server in played_in and await self._has_paused(server)):
                await self.resume_server(server)

    async def _has_paused(self, server: int) -> bool:
        async with self._unit_of_work.store.read() as session:
            return bool(
                await session.of(MatchRepository).running_in_server(server, paused=True, after=0, limit=1)
            )

    async def _change(self, server: int, *, pause: bool) -> None:
        after = 0
        while True:
            async with self._unit_of_work.store.read() as session:
                matches = await session.of(MatchRepository).running_in_server(
                    server, paused=not pause, after=after, limit=_AT_ONCE
                )
            if not matches:
                return
            after = matches[-1]
            try:
                await self._change_these(server, matches, pause=pause)
            except _Changed:
                return
            except LeaseUncertain:
                raise
            except Exception:
                # An unreadable game must not block the others.
                log.exception(
                    "changing the games of server %d together failed, retrying game by game", server
                )
                await self._change_each(server, matches, pause=pause)

    async def _change_each(self, server: int, matches: Collection[int], *, pause: bool) -> None:
        for match_id in matches:
            try:
                await self._change_these(server, (match_id,), pause=pause)
            except _Changed:
                return
            except LeaseUncertain:
                raise
            except Exception:
                log.exception("game %d can neither be paused nor resumed", match_id)

    async def _change_these(self, server: int, matches: Collection[int], *, pause: bool) -> None:
        async with self._unit_of_work.write() as tx:
            for match_id in matches:
                await self._change_match(tx, match_id, pause=pause)
            # Locked last, by the order of locks: games before people before servers. The state holds until
            # the commit; a process that changes it afterwards handles all of these games itself.
            if await tx.of(ServerRepository).is_gone(server) != pause:
                raise _Changed

    async def _change_match(self, tx: Transaction, match_id: int, *, pause: bool) -> None:
        match, now = await tx.of(MatchRepository).lock(match_id), self._unit_of_work.clock()
        if match is None or not match.running:
            return
        if pause:
            await self._deadlines.pause(tx, match, now)
        elif match.timing.paused is not None:
            await self._deadlines.resume(tx, match, now)
