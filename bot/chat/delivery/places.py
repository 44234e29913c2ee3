"""Lookups of channels by id: any process may deliver to any server.

The gateway informs a process only about the servers of its own shards.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import cachetools
import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.lookup.visibility import channels_of, may_view, place_of
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.model.match.match import Match
from bot.model.people.person import Place

_KNOWN_SECONDS: Final = 60.0
_CAPACITY: Final = 256
THREAD_REST: Final = 10080
"""Minutes of silence after which Discord archives a thread of the bot: a week."""
_NO_PLACE: Final = {RefusalMeaning.GONE, RefusalMeaning.CLOSED}
_NO_MEMBER: Final = {10007, 10013}
"""Unknown member, unknown user."""

Channels = Mapping[int, discord.abc.GuildChannel]


class Places:
    """Fetches forums, uncached since their tags change, and servers' channels, cached for a minute."""

    def __init__(self, client: discord.Client, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._channels: cachetools.TTLCache[int, Channels] = cachetools.TTLCache(
            _CAPACITY, _KNOWN_SECONDS, monotonic
        )

    async def forum(self, number: int) -> discord.ForumChannel:
        """Return a forum. Raises PlaceClosed, and transient FAILURES."""
        try:
            channel = await got(self._client.fetch_channel(number))
        except discord.InvalidData as error:
            raise PlaceClosed(str(error)) from error
        except discord.HTTPException as error:
            if meaning(error) in _NO_PLACE:
                raise PlaceClosed(
                    str(error), gone=meaning(error) is RefusalMeaning.GONE, code=error.code
                ) from error
            raise
        if not isinstance(channel, discord.ForumChannel):
            raise PlaceClosed(f"channel {number} is not a forum")
        return channel

    async def channels_of(self, server: int) -> Channels:
        """Return a server's channels; none if the bot is not in it. Raises transient FAILURES."""
        channels = self._channels.get(server)
        return await self._fetch_channels_of(server) if channels is None else channels

    async def _fetch_channels_of(self, server: int) -> Channels:
        try:
            guild = await got(self._client.fetch_guild(server, with_counts=False))
            channels = {channel.id: channel for channel in await got(guild.fetch_channels())}
        except discord.InvalidData:
            # discord.py does not know one of the channel types.
            return {}
        except discord.HTTPException as error:
            if meaning(error) in _NO_PLACE:
                return {}
            raise
        self._channels[server] = channels
        return channels

    async def is_open_to(self, match: Match, person: int) -> bool:
        """Return whether everyone in a match's server, including the person, can see its place.

        A place of unknown visibility counts as closed. The cached channels are not used. Raises unhandled
        FAILURES.
        """
        channel = await self._open_channel_of(match)
        if channel is None:
            return False
        try:
            return may_view(channel, await got(channel.guild.fetch_member(person)))
        except discord.HTTPException as error:
            if error.code in _NO_MEMBER or meaning(error) in _NO_PLACE:
                return False
            raise

    async def is_open_to_everyone(self, match: Match) -> bool:
        """Return whether everyone in a match's server can see its place. Raises unhandled FAILURES."""
        return await self._open_channel_of(match) is not None

    async def _open_channel_of(self, match: Match) -> discord.abc.GuildChannel | None:
        """Return the channel of a match or of its thread; None unless everyone can see it."""
        place = await self._home_of(match)
        if place is None or place.server is None or place.private:
            return None
        guild = self._client.get_guild(place.server)
        delivered = guild is not None and not guild.unavailable
        channels = channels_of(guild) if delivered else await self._fetch_channels_of(place.server)
        channel = channels.get(place.parent or place.channel)
        return channel if channel is not None and may_view(channel, channel.guild.default_role) else None

    async def _home_of(self, match: Match) -> Place | None:
        """Return a match's place; None if its thread is not visible.

        Raises unhandled FAILURES.
        """
        place = place_of(
            None if match.place.server is None else self._client.get_guild(match.place.server), match
        )
        if match.thread is None or place.channel == match.thread:
            return place
        # The thread is archived, or of another process's server, and its channel is not stored.
        try:
            thread = await got(self._client.fetch_channel(match.thread))
        except discord.InvalidData:
            return None
        except discord.HTTPException as error:
            if meaning(error) in _NO_PLACE:
                return None
            raise
        if not isinstance(thread, discord.Thread):
            return None
        return replace(match.place, channel=thread.id, parent=thread.parent_id)
