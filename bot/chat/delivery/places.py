"""What Discord's places are like, asked for by their numbers: any process may deliver for any server.

The servers that the gateway tells a process of are those of its own shards.
"""

import time
from collections.abc import Callable, Mapping
from typing import Final

import cachetools
import discord

from bot.chat.core.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.delivery.discord_sender import PlaceClosed

_KNOWN_SECONDS: Final = 60.0
_CAPACITY: Final = 256
_NO_PLACE: Final = {RefusalMeaning.GONE, RefusalMeaning.CLOSED}

Channels = Mapping[int, discord.abc.GuildChannel]


class Places:
    """Forums, as they are: their tags change; and the channels of servers, as of the last minute."""

    def __init__(self, client: discord.Client, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._channels: cachetools.TTLCache[int, Channels] = cachetools.TTLCache(
            _CAPACITY, _KNOWN_SECONDS, monotonic
        )

    async def forum(self, number: int) -> discord.ForumChannel:
        """Return a forum. Raises PlaceClosed, and what passes of FAILURES."""
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
            raise PlaceClosed(f"channel {number} is no forum")
        return channel

    async def channels_of(self, server: int) -> Channels:
        """Return the channels of a server, none of one without the bot. Raises what passes of FAILURES."""
        known = self._channels.get(server)
        if known is not None:
            return known
        try:
            guild = await got(self._client.fetch_guild(server, with_counts=False))
            channels = {one.id: one for one in await got(guild.fetch_channels())}
        except discord.InvalidData:
            # A kind of channel that discord.py does not know.
            return {}
        except discord.HTTPException as error:
            if meaning(error) in _NO_PLACE:
                return {}
            raise
        self._channels[server] = channels
        return channels
