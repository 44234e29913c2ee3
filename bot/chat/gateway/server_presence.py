"""The bot's servers: what follows when it is removed from a server or returns."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import discord

from bot.chat.core.chat_services import ChatServices
from bot.chat.core.failures.outages import through_database_outages
from bot.chat.core.interactions.interaction_context import community_locale
from bot.chat.core.rights import bot_rights


class Servers:
    """Reports joined and left servers to the services.

    An outage is not a removal; Discord distinguishes them. Events during a database outage are reported after
    it.
    """

    def __init__(self, services: ChatServices) -> None:
        self._services = services
        self._known: dict[int, discord.Guild] = {}
        self._in_turn = asyncio.Lock()

    async def on_leave(self, guild: discord.Guild) -> None:
        """Pause the games of a server that removed the bot."""
        self._known.pop(guild.id, None)
        await self._report_in_order(lambda: self._services.presence.pause_server(guild.id))

    async def on_join(self, guild: discord.Guild) -> None:
        """Resume the games of a server."""
        self._known[guild.id] = guild
        await self._report_in_order(lambda: self._services.presence.resume_server(guild.id))

    async def on_change(self, guild: discord.Guild) -> None:
        """Store a Community's language, or that the server no longer is one."""
        await through_database_outages(
            lambda: self._services.name_cache.record_server_locale(guild.id, community_locale(guild))
        )

    async def present(self, guild: discord.Guild) -> None:
        """Schedule a new server's welcome. During an outage the server's channels are unknown: skip it."""
        # discord.py promises the bot's own member, but lacks it if Discord did not send it.
        me: discord.Member | None = guild.me
        if guild.unavailable or me is None or me.joined_at is None:
            return
        since, channels, locale = me.joined_at, welcome_channels(guild), community_locale(guild)
        await through_database_outages(
            lambda: self._services.welcomes.greet_server(guild.id, since, channels, locale)
        )

    async def remove_role(self, role: discord.Role) -> None:
        """Stop pinging a deleted role with open challenges."""
        await through_database_outages(lambda: self._services.servers.forget_role(role.guild.id, role.id))

    async def ready(self, guilds: Iterable[discord.Guild], shard: int, shards: int) -> None:
        """Find a shard's servers that removed the bot without an event, and those it has rejoined.

        A new session lists all servers, including unavailable ones. discord.py creates a new object for each
        of those and keeps the others: an unchanged object belongs to a server that was left during the
        disconnection.
        """
        listed = {guild.id: guild for guild in guilds if guild.shard_id == shard}
        there = {number for number, guild in listed.items() if self._known.get(number) is not guild}
        self._known |= listed
        await self._report_in_order(
            lambda: self._services.presence.compare(there, lambda server: (server >> 22) % shards == shard)
        )

    async def _report_in_order(self, tell: Callable[[], Awaitable[None]]) -> None:
        """Report removals and returns in order, even after an outage."""
        async with self._in_turn:
            await through_database_outages(tell)


def welcome_channels(guild: discord.Guild) -> tuple[int, ...]:
    """Return the channels for the bot's introduction: the system channel, then others in order.

    Announcement channels and a Community's channels for rules and moderators are unsuitable.
    """
    listed = [channel for _, group in guild.by_category() for channel in group]
    unfit = {guild.rules_channel, guild.public_updates_channel}
    plain = [
        channel
        for channel in listed
        if isinstance(channel, discord.TextChannel) and not channel.is_news() and channel not in unfit
    ]
    first = [] if guild.system_channel is None else [guild.system_channel]
    open_to_it = (
        channel.id
        for channel in (*first, *plain)
        if not (bot_rights.TO_POST & ~channel.permissions_for(guild.me)).value
    )
    return tuple(dict.fromkeys(open_to_it))
