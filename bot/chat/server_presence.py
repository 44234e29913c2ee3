"""The servers the bot is in: what is told to play when it is removed from one, or comes back."""

from collections.abc import Iterable

import discord

from bot.chat.toolkit.app_context import community_locale
from bot.play.services import Services


class Servers:
    """Tells play of servers. An outage removes the bot from none; Discord tells the two apart."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._known: dict[int, discord.Guild] = {}

    async def left(self, guild: discord.Guild) -> None:
        """Pause the games of a server the bot was removed from."""
        self._known.pop(guild.id, None)
        await self._services.presence.left(guild.id)

    async def joined(self, guild: discord.Guild) -> None:
        """Let the games of a server go on."""
        self._known[guild.id] = guild
        await self._services.presence.joined(guild.id)

    async def changed(self, guild: discord.Guild) -> None:
        """Remember the language of a server that is a Community, or that it is one no more."""
        await self._services.name_cache.server_seen(guild.id, community_locale(guild))

    async def role_gone(self, role: discord.Role) -> None:
        """Have open challenges call a role no more that is there no more."""
        await self._services.servers.forget_role(role.guild.id, role.id)

    async def ready(self, guilds: Iterable[discord.Guild], shard: int, shards: int) -> None:
        """Find out from which servers of a shard the bot was removed unheard, and where it is back.

        A new session lists all servers, out of order ones included. discord.py makes each of those anew and
        keeps the others: one that is still the same was left while there was no session.
        """
        listed = {guild.id: guild for guild in guilds if guild.shard_id == shard}
        there = {number for number, guild in listed.items() if self._known.get(number) is not guild}
        self._known |= listed
        await self._services.presence.compare(there, lambda server: (server >> 22) % shards == shard)
