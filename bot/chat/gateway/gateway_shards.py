"""A client's shard connections, opened and closed one by one within Discord's limits."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Final

import aiohttp
import discord

from bot.chat.core.failures.outages import AWAY
from bot.cluster.shard_leases import ShardLeases
from data.outages import OUTAGES

log = logging.getLogger(__name__)

LATE: Final = 0.7
"""Seconds after its scheduled time within which a shard may still identify."""
FEW_STARTS: Final = 100
"""The number of remaining session starts from which the log warns."""
_RETRIED_EVERY: Final = 1.0
_LOOKED_FOR: Final = (5.0, 10.0)
"""The range of seconds between two checks for Discord's return, drawn at random."""
_GREETING: Final = 10.0
"""Seconds the gateway has to send its greeting."""
_FRESH: Final = 10.0
"""Seconds for which Discord's session start limits are cached."""


class GatewayShards:
    """The shards of a client. `first` is awaited before a shard connects."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        leases: ShardLeases,
        first: Callable[[], Awaitable[None]],
    ) -> None:
        self._client = client
        self._leases = leases
        self._first = first
        self._granted: dict[int, float] = {}
        self._limits: tuple[float, discord.SessionStartLimits] | None = None
        self._told: set[int] = set()
        self._wanted: set[int] = set()
        self._launched: set[int] = set()
        self._adrift: set[int] = set()
        self._waiting = 0

    async def ask(self) -> None:
        """Ask Discord for the recommended number of shards. Raises discord.py's errors in an outage."""
        shards, _, limits = await self._client.http.get_bot_gateway()
        self._limits = (asyncio.get_running_loop().time(), discord.SessionStartLimits(**limits))
        self._leases.advise(shards, limits["max_concurrency"])

    async def open(self, number: int, total: int, due: float | None) -> None:
        """Connect a shard; retry until Discord accepts it."""
        self._wanted.add(number)
        if number in self._adrift:
            return  # discord.py still reconnects on its own
        await self._first()
        if not self.open_shards():
            # discord.py stores it in two places.
            self._client.shard_count = self._client._connection.shard_count = total  # noqa: SLF001
        with self._turn():
            await self._heed_starts()
            self._granted[number] = await self._sleep_until(number, due)
        address = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        await self._client.launch_shard(address, number)
        self._launched.add(number)

    async def close(self, number: int) -> None:
        """End a shard's session, and forget its servers."""
        self._told.discard(number)
        self._wanted.discard(number)
        shard = self._client.get_shard(number)
        if shard is not None and shard.is_closed() and number in self._launched:
            # discord.py keeps trying, and cannot be stopped before it reaches Discord.
            self._adrift.add(number)
        elif shard is not None:
            await shard.disconnect()
            self._adrift.discard(number)
        self._launched.discard(number)
        for guild in [guild for guild in self._client.guilds if guild.shard_id == number]:
            self._client._connection._remove_guild(guild)  # noqa: SLF001  # no public way

    def open_shards(self) -> Collection[int]:
        return [number for number, shard in self._client.shards.items() if not shard.is_closed()]

    def in_touch(self) -> bool:
        """Return whether a shard is connected, or waits only for its turn."""
        return bool(self._waiting or self.open_shards())

    async def wait_for_gateway(self) -> None:
        """Return once the gateway greets a connection; this starts no session."""
        while True:
            await asyncio.sleep(random.uniform(*_LOOKED_FOR))  # noqa: S311  # no secret
            with contextlib.suppress(*AWAY):
                async with asyncio.timeout(_GREETING):
                    if await self._is_greeted():
                        return

    async def _is_greeted(self) -> bool:
        address = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY.update_query(v="10", encoding="json")
        line = await self._client.http.ws_connect(str(address))
        try:
            return (await line.receive()).type in {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}
        finally:
            await line.close()

    def on_connect(self, number: int) -> None:
        """Record that Discord has listed a shard's servers."""
        self._told.add(number)

    def knows_servers(self, number: int) -> bool:
        """Return whether a shard's servers are known; closing a shard forgets them."""
        return number in self._told

    async def identifying(self, number: int) -> None:
        """Wait until a shard may identify, after other shards of its bucket in all processes.

        Raises CancelledError for a shard that this process has released; discord.py then gives it up.
        """
        if number in self._adrift:
            self._adrift.discard(number)
            if number not in self._wanted:
                raise asyncio.CancelledError
            self._launched.add(number)
        due = self._granted.pop(number, None)
        with self._turn():
            if due is None:
                await self._heed_starts()
            # Connecting may have outlasted the scheduled time.
            await self._sleep_until(number, due)

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    async def _sleep_until(self, number: int, due: float | None) -> float:
        """Wait for a shard's scheduled time to identify; schedule another one if it has passed."""
        loop = asyncio.get_running_loop()
        while due is None or loop.time() > due + LATE:
            try:
                due = loop.time() + await self._leases.identify_in(number)
            except OUTAGES as error:
                log.warning("shard %d waits for the database: %s", number, " ".join(str(error).split()))
                await asyncio.sleep(_RETRIED_EVERY)
        await asyncio.sleep(due - loop.time())
        return due

    async def _heed_starts(self) -> None:
        """Warn if few session starts are left, wait if none are: exceeding the limit resets the token."""
        while True:
            try:
                limits = await self._starts()
            except AWAY as error:
                log.warning("the limit of session starts is unknown: %s", error)
                return
            hours = limits.reset_after / 3_600_000
            if limits.remaining > 0:
                if limits.remaining <= FEW_STARTS:
                    log.warning(
                        "Discord allows only %d more session starts in the next %.1f hours",
                        limits.remaining,
                        hours,
                    )
                return
            log.critical("Discord allows no new sessions for %.1f hours", hours)
            await asyncio.sleep(limits.reset_after / 1000)

    async def _starts(self) -> discord.SessionStartLimits:
        limits, self._limits = self._limits, None
        if limits is not None and asyncio.get_running_loop().time() - limits[0] < _FRESH:
            return limits[1]
        return await self._client.fetch_session_start_limits()
