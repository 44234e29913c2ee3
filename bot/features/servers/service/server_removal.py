"""Server removal: a server's rows are deleted long after the bot has left it.

Its running games, paused since then, are deleted with all others, without a winner.
"""

from datetime import datetime
from functools import partial
from typing import Final

from bot.features.servers.store.server_rows import ServerDataRepository
from bot.kernel.personal.server_data import ServerData
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.people.privacy import SERVER_KEPT
from data.session import Session

_AT_ONCE: Final = 25
"""The maximum number of challenges deleted in one transaction, for which a player's move may have to wait."""


class _ReturnedServer(Exception):
    """The bot has returned to the server in the meantime."""


class ServerRemoval:
    """Deletes servers in batches; interrupted deletions resume, and servers with the bot stay."""

    def __init__(self, unit_of_work: UnitOfWork, server_data: ServerData) -> None:
        self._unit_of_work = unit_of_work
        self._server_data = server_data

    async def carry_out(self, server: int) -> None:
        """Delete a server at its due time, unless the bot has returned."""
        try:
            while await self._delete_some(server):
                pass
        finally:
            self._unit_of_work.positions.clear()

    async def _delete_some(self, server: int) -> bool:
        """Delete a batch; return whether there may be more."""
        try:
            async with self._unit_of_work.store.write() as session:
                if not self._is_due(await session.of(ServerDataRepository).absent_since(server)):
                    return False
                check = partial(self._check, session, server)
                if await self._server_data.delete_games(session, server, _AT_ONCE, check):
                    return True
                await self._server_data.delete(session, server, check)
                session.erases = True
                return False
        except _ReturnedServer:
            return False

    async def _check(self, session: Session, server: int) -> None:
        """Raise _ReturnedServer if the bot is back; called last, by the lock order: games before servers."""
        if not self._is_due(await session.of(ServerDataRepository).absent_since(server, lock=True)):
            raise _ReturnedServer

    def _is_due(self, left_at: datetime | None) -> bool:
        return left_at is not None and left_at + SERVER_KEPT <= self._unit_of_work.clock()
