"""Deletions of a trial's messages, scheduled in advance, so that a crash loses none."""

from datetime import timedelta
from typing import Final

from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.model.events.instructions import DeleteTrial
from bot.model.ports import Clock
from bot.repositories.outbox.notices import NoticeRepository
from data.store import Store

MAX_TRIAL: Final = timedelta(hours=1)
"""The age at which a trial's messages are deleted in any case."""
_KIND: Final = DeleteTrial.__name__


class TrialLeftovers:
    """Deletions scheduled in the outbox, in order for each server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, *posted: DeleteTrial) -> None:
        """Schedule deletions for the latest end of a trial, carried out in this order."""
        now = self._clock()
        new = [
            OutgoingMessage(deletion, deletion.server, due=now + MAX_TRIAL).to_notice() for deletion in posted
        ]
        async with self._store.write() as session:
            await session.of(NoticeRepository).add(new, now)

    async def release(self, server: int) -> None:
        """Make all deletions in a server due now."""
        async with self._store.write() as session:
            await session.of(NoticeRepository).hasten(_KIND, server, self._clock())

    async def servers(self) -> frozenset[int]:
        """Return the servers with leftover messages of a trial."""
        async with self._store.read() as session:
            return await session.of(NoticeRepository).streams_of(_KIND)
