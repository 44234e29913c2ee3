"""Membership: this process among those that serve the bot, alive as long as it renews its lease."""

import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from data.records import ProcessRecord
from data.store import Store, Tables

LEASE: Final = timedelta(seconds=15)
RENEWED_EVERY: Final = timedelta(seconds=5)


class Lapsed(RuntimeError):
    """This process counts as dead among the others: what it held is theirs."""


class Membership:
    """This process, known to the others by `id`, which is also what its claims bear.

    `monotonic` tells seconds that no change of the clock moves.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        version: str,
        *,
        lease: timedelta = LEASE,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.id: Final = secrets.token_hex(8)
        self._store = store
        self._name = name
        self._version = version
        self._lease = lease
        self._monotonic = monotonic
        self._sure_until = float("-inf")

    @property
    def alive(self) -> bool:
        """Whether the others surely take this process for alive: what it has claimed is its own."""
        return self._monotonic() < self._sure_until

    async def join(self) -> None:
        """Begin to live."""
        asked = self._monotonic()
        async with self._store.write() as tables:
            await tables.processes.join(self.id, self._name, self._version, self._lease)
        self._sure_until = asked + self._lease.total_seconds()

    async def renew(self) -> None:
        """Live on. Raises Lapsed where the others have taken this process for dead."""
        asked = self._monotonic()
        async with self._store.write() as tables:
            renewed = await tables.processes.renew(self.id, self._lease)
        if not renewed:
            self._sure_until = float("-inf")
            raise Lapsed(self.id)
        self._sure_until = asked + self._lease.total_seconds()

    async def leave(self, tables: Tables) -> None:
        """Live no more, from the end of a transaction on."""
        self._sure_until = float("-inf")
        await tables.processes.leave(self.id)

    async def living(self) -> tuple[ProcessRecord, ...]:
        """Return who lives, the longest first."""
        async with self._store.read() as tables:
            return await tables.processes.living()
