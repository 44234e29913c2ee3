"""Renews the lease of this process, and keeps its shards connected."""

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import Final, Protocol

from bot.cluster.membership import RENEWED_EVERY
from bot.cluster.shard_leases import ShardLeases, Share, Waiting
from data.outages import OUTAGES

log = logging.getLogger(__name__)

WAITS: Final = 2.5
"""Seconds between two checks for free shards by a process without any, unless it is woken."""
SHARES: Final = 1.0
"""Seconds between checks while shards move between processes."""
RETRIED_EVERY: Final = 1.0
"""Seconds between two attempts to renew a lease while the database is unreachable."""
RENEWAL_TIMEOUT: Final = 5.0
"""The timeout of a renewal in seconds."""
CUT_OFF_AFTER: Final = 40.0
"""Seconds without any connection to Discord after which a process releases its shards."""
DRAIN_TIMEOUT: Final = 2.0
"""The timeout in seconds for releasing the shards at shutdown."""
HAND_OVER_TIMEOUT: Final = 8.0
"""The most seconds that a stopping process stays connected while others connect its shards.

That may take almost six, as Discord accepts an identify every five.
"""
HAND_OVER_CHECKED_EVERY: Final = 0.1


class Connections(Protocol):
    """The shards' connections to Discord."""

    async def open(self, number: int, total: int, due: float | None) -> None:
        """Connect a shard; retry until Discord accepts it.

        `due` is the loop's time at which it may identify; without it, a time has to be scheduled.
        """

    async def close(self, number: int) -> None:
        """End a shard's session, so that Discord sends it no further events."""

    def open_shards(self) -> Collection[int]:
        """Return the connected shards."""

    def in_touch(self) -> bool:
        """Return whether a shard is connected, or only waits for its turn to identify."""

    async def wait_for_gateway(self) -> None:
        """Return once Discord can be reached."""


class ShardKeeper:
    """The loop that renews a process's leases and connects its shards."""

    def __init__(
        self, leases: ShardLeases, connections: Connections, *, cut_off_after: float = CUT_OFF_AFTER
    ) -> None:
        self._leases = leases
        self._cut_off_after = cut_off_after
        self._in_touch: float | None = None
        self._cut_off = False
        self._connections = connections
        self._held: frozenset[int] | None = None
        self._opening: dict[int, asyncio.Task[None]] = {}
        self._releasing: asyncio.Task[None] | None = None
        self._waiting: Waiting | None = None
        self._draining = False

    @property
    def healthy(self) -> bool:
        """Whether this process waits for shards, or all its shards are connected.

        False after it released them because it cannot reach Discord.
        """
        if self._cut_off or self._held is None:
            return False
        return self._leases.alive and self._held <= set(self._connections.open_shards())

    async def run(self) -> None:
        """Renew leases until cancelled or drained. Raises ExceptionGroup: LeaseExpired, failures of tasks."""
        async with asyncio.TaskGroup() as work:
            while not self._draining:
                self._leases.woken.clear()
                share = await self._renew()
                if share is not None and not self._draining:
                    self._follow(share, work)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._leases.woken.wait(), _pause(share))

    async def drain(self) -> None:
        """Hand all shards over to other processes, close them, and acquire no more.

        While other processes live, a shard stays connected until one of them has connected it, so that people
        still get answers. Discord sends each event to both; a duplicate has no effect.
        """
        self._draining = True
        self._leases.woken.set()
        for task in self._opening.values():
            task.cancel()
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT):
                has_others = await self._leases.drain()
            if has_others:
                await self._hand_over(self._connections.open_shards())
        except OUTAGES as error:
            log.warning("the shards become free when the lease expires: %s", error)
        await asyncio.gather(*(self._connections.close(number) for number in self._connections.open_shards()))
        self._held = frozenset()

    async def _hand_over(self, numbers: Collection[int]) -> None:
        """Wait until other processes have connected the shards, up to a limit."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HAND_OVER_TIMEOUT):
                while True:
                    if await self._leases.are_connected(numbers):
                        return
                    await asyncio.sleep(HAND_OVER_CHECKED_EVERY)

    async def _renew(self) -> Share | None:
        try:
            async with asyncio.timeout(RENEWAL_TIMEOUT):
                return await self._leases.renew(self._connections.open_shards())
        except OUTAGES as error:
            log.warning("the lease cannot be renewed, retrying: %s", error)
            return None

    def _follow(self, share: Share, work: asyncio.TaskGroup) -> None:
        self._held = share.held
        self._log_share(share)
        now = asyncio.get_running_loop().time()
        if self._cut_off:
            return
        if self._in_touch is None or not share.held or self._connections.in_touch():
            self._in_touch = now
        elif share.others and now - self._in_touch > self._cut_off_after:
            self._cut_off = True
            work.create_task(self._leave_to_others(share.held))
            return
        # This includes shards acquired in a commit that seemed to fail because its answer was lost.
        for number in sorted(share.held - self._opening.keys() - {share.surplus}):
            seconds = share.starts.get(number)
            due = None if seconds is None else now + seconds
            self._opening[number] = work.create_task(self._connections.open(number, share.total or 1, due))
        for stray in {*self._connections.open_shards(), *self._opening} - share.held:
            # A connection that broke before its shard was released may be back; a shard released during the
            # reconnection belongs to another process.
            work.create_task(self._close(stray))
        if share.surplus is not None and (self._releasing is None or self._releasing.done()):
            self._releasing = work.create_task(self._release(share.surplus))

    async def _leave_to_others(self, shards: Collection[int]) -> None:
        """Release all shards until this process can reach Discord again."""
        log.critical(
            "no shard could connect for %.0f s: releasing the shards until Discord is reachable",
            self._cut_off_after,
        )
        for number in shards:
            await self._close(number)
        while not self._draining:
            try:
                await self._leases.drain()
                break
            except OUTAGES as error:
                log.warning("the shards are not free yet: %s", error)
                await asyncio.sleep(RETRIED_EVERY)
        await self._connections.wait_for_gateway()
        self._cut_off, self._in_touch = False, asyncio.get_running_loop().time()
        if not self._draining:
            log.info("Discord is reachable again")
            self._leases.rejoin()

    async def _close(self, number: int) -> None:
        opening = self._opening.pop(number, None)
        if opening is not None and opening.cancel():
            await asyncio.wait([opening])
        await self._connections.close(number)

    async def _release(self, number: int) -> None:
        await self._close(number)
        try:
            await self._leases.free(number)
        except OUTAGES as error:
            log.warning("shard %d is not free yet: %s", number, error)
            return
        log.info("released shard %d", number)
        self._leases.woken.set()

    def _log_share(self, share: Share) -> None:
        if share.starts:
            log.info("taking shards %s of %s", ", ".join(map(str, sorted(share.starts))), share.total)
        if share.waiting is not self._waiting and share.waiting is not None:
            log.warning(_reason(share, alone=self._leases.alone))
        self._waiting = share.waiting


def _pause(share: Share | None) -> float:
    if share is None:
        return RETRIED_EVERY
    if not share.held:
        return WAITS
    return RENEWED_EVERY.total_seconds() if share.settled else SHARES


def _reason(share: Share, *, alone: bool) -> str:
    if share.waiting is Waiting.TOTAL:
        return f"the others serve {share.total} shards in all, waiting until they have left"
    return "another process serves the bot, waiting" if alone else "all shards are held by others, waiting"
