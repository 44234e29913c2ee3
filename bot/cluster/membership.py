"""Membership: this process among those that serve the bot, alive while it renews its lease."""

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from bot.repositories.outbox.claims import ClaimRepository
from data.cluster.processes import ProcessRepository
from data.cluster.rows import ProcessRecord
from data.cluster.shards import ShardRepository
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.session import Session
from data.store import Store

LEASE: Final = timedelta(seconds=15)
RENEWED_EVERY: Final = timedelta(seconds=5)


def since_boot() -> float:
    """Return the seconds of a clock that is never set, and that runs while the machine sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class LeaseExpired(RuntimeError):
    """The other processes consider this one dead and own its claims."""


class Membership:
    """This process; `id` identifies it to the others and marks its claims.

    `monotonic` counts seconds like `since_boot`: the others' clocks continue while this machine sleeps.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        version: str,
        *,
        lease: timedelta = LEASE,
        monotonic: Callable[[], float] = since_boot,
    ) -> None:
        self.id: Final = secrets.token_hex(8)
        self._store = store
        self._name = name
        self._version = version
        self._lease = lease
        self._monotonic = monotonic
        self._sure_until = float("-inf")
        self.renewed: Final[list[Callable[[Session, str], Awaitable[None]]]] = []
        """Called at each renewal to exchange reports."""

    @property
    def alive(self) -> bool:
        """Whether this process surely counts as alive and owns its claims."""
        return self._monotonic() < self._sure_until

    async def join(self, *, alone: bool = False) -> None:
        """Register the process; `alone` removes all others."""
        start = self._monotonic()
        async with self._store.write() as session:
            await session.of(ProcessRepository).join(self.id, self._name, self._version, self._lease)
            if alone:
                await session.of(ProcessRepository).remove_others(self.id)
                await _free_unheld(session)
        self._sure_until = start + self._lease.total_seconds()

    async def renew(self) -> None:
        """Renew the lease, and remove expired processes. Raises LeaseExpired if this one was removed."""
        async with self.renewing():
            pass

    @asynccontextmanager
    async def renewing(self) -> AsyncIterator[Session]:
        """Renew the lease in the block's transaction; only one process at a time can do so.

        Expired processes are removed before the block. Raises LeaseExpired if others have removed this one.
        """
        start = self._monotonic()
        async with self._store.write() as session:
            await session.of(ShardRepository).take_turns()
            if not await session.of(ProcessRepository).renew(self.id, self._lease):
                self._sure_until = float("-inf")
                raise LeaseExpired(self.id)
            if await session.of(ProcessRepository).remove_dead():
                await _free_unheld(session)
            for listener in self.renewed:
                await listener(session, self.id)
            yield session
        self._sure_until = start + self._lease.total_seconds()

    async def leave(self) -> None:
        """Remove this process: its shards and unfinished work are free for the others."""
        self._sure_until = float("-inf")
        async with self._store.write() as session:
            await session.of(ProcessRepository).leave(self.id)
            await _free_unheld(session)

    async def living(self) -> tuple[ProcessRecord, ...]:
        """Return the living processes, the oldest first."""
        async with self._store.read() as session:
            return await session.of(ProcessRepository).living()


async def _free_unheld(session: Session) -> None:
    """Release the claims of dead processes; their shards are freed with their rows."""
    await session.of(ClaimRepository).release_dead()
    await session.of(SignalRepository).send(Signal(Topic.SHARDS))
