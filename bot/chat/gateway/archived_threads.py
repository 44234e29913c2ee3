"""Reopening of threads that Discord archived during a game.

In an archived thread the bot receives presses only from people who may reopen it, so a slow game would lose
its buttons.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

import cachetools
import discord

from bot.chat.core.chat_services import ChatServices
from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.failures.outages import through_database_outages, through_discord_outages

log = logging.getLogger(__name__)

_LEFT_SECONDS: Final = 3600.0
"""A thread archived this soon after it was reopened is archived on purpose: the next board reopens it."""
_CAPACITY: Final = 4096


class ArchivedThreads:
    """Reopens threads of running games, except those that moderators have locked."""

    def __init__(
        self, services: ChatServices, client: discord.Client, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._services = services
        self._client = client
        self._opened: cachetools.TTLCache[int, bool] = cachetools.TTLCache(
            _CAPACITY, _LEFT_SECONDS, monotonic
        )

    async def on_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Reopen an archived thread with a running game."""
        metadata = thread.data.get("thread_metadata") or {}
        if not metadata.get("archived") or metadata.get("locked"):
            return

        async def check() -> None:
            if await self._services.matches.running_at(thread.thread_id):
                await self._open(thread.thread_id)

        await through_database_outages(check)

    async def compare(self, guild: discord.Guild) -> None:
        """Reopen a server's threads with running games that are not listed as active."""
        if guild.unavailable:
            return
        active = {thread.id for thread in guild.threads}

        async def check() -> None:
            for thread in sorted(await self._services.matches.threads_in(guild.id) - active):
                await self._open(thread, may_be_locked=True)

        await through_database_outages(check)

    async def _open(self, thread: int, *, may_be_locked: bool = False) -> None:
        if thread in self._opened:
            return
        self._opened[thread] = True

        async def step() -> None:
            if may_be_locked:
                channel = await got(self._client.fetch_channel(thread))
                if isinstance(channel, discord.Thread) and channel.locked:
                    self._opened.pop(thread, None)
                    return
            await got(self._client.http.edit_channel(thread, archived=False))

        try:
            await through_discord_outages(step)
        except FAILURES as error:
            # It was not reopened, so the next archiving does not count as deliberate.
            self._opened.pop(thread, None)
            log.info("thread %d stays archived: %s", thread, error)
