"""Where someone speaks: in a server that the bot is in, with the bot alone, or where the bot is not.

A person who installed the app can use it anywhere. Whether the bot is in a server it knows from the
gateway: a server may have taken in the app's commands without the bot.
"""

from enum import Enum, auto
from typing import Final

import discord

_KEY: Final = "server"


class Whereabouts(Enum):
    """Where someone speaks, as far as it matters to what the bot can do there."""

    SERVER = auto()
    """In a server that the bot is in."""

    DIRECT = auto()
    """In direct messages with the bot."""

    ELSEWHERE = auto()
    """In a server without the bot, or in direct messages among people: there it can only answer."""


def whereabouts(interaction: discord.Interaction) -> Whereabouts:
    """Return where the person of an interaction speaks."""
    if server_of(interaction) is not None:
        return Whereabouts.SERVER
    among_people = interaction.context.private_channel
    return Whereabouts.ELSEWHERE if interaction.guild_id is not None or among_people else Whereabouts.DIRECT


def server_of(interaction: discord.Interaction) -> int | None:
    """Return the server someone speaks in, None outside of servers and where the bot is not in it.

    The first result holds for the whole answer: a process that hands over its shards
    forgets their servers while it still answers.
    """
    if _KEY not in interaction.extras:
        server = interaction.guild_id
        known = server is not None and interaction.client.get_guild(server) is not None
        interaction.extras[_KEY] = server if known else None
    found: int | None = interaction.extras[_KEY]
    return found


def is_heard(interaction: discord.Interaction) -> bool:
    """Return whether a public answer would be visible to others.

    Discord shows it to the person alone where only they have the app, and may not use it for others.
    """
    if interaction.guild_id is None or server_of(interaction) is not None:
        return True
    may = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return may.use_external_apps and writes


def may_post(interaction: discord.Interaction) -> bool:
    """Return whether the bot can post a message where someone speaks in a server."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return server_of(interaction) is not None and may.view_channel and writes


def is_in_forum(interaction: discord.Interaction) -> bool:
    """Return whether an interaction comes from a post of a forum."""
    here = interaction.channel
    return isinstance(here, discord.Thread) and isinstance(here.parent, discord.ForumChannel)
