"""The kind of place a person speaks in: a server with the bot, direct messages, or a place without the bot.

People who installed the app can use it anywhere. The gateway reports the servers that the bot is in: a server
may have added the app's commands without the bot.
"""

from enum import Enum, auto
from typing import Final

import discord

_KEY: Final = "server"


class Whereabouts(Enum):
    """The kind of place a person speaks in, as far as it limits the bot."""

    SERVER = auto()
    """A server that the bot is in."""

    DIRECT = auto()
    """Direct messages with the bot."""

    ELSEWHERE = auto()
    """A server without the bot, or direct messages between people: there it can only answer."""


def whereabouts(interaction: discord.Interaction) -> Whereabouts:
    """Return the kind of place in which an interaction happens."""
    if server_of(interaction) is not None:
        return Whereabouts.SERVER
    among_people = interaction.context.private_channel
    return Whereabouts.ELSEWHERE if interaction.guild_id is not None or among_people else Whereabouts.DIRECT


def server_of(interaction: discord.Interaction) -> int | None:
    """Return the interaction's server, None outside of servers and if the bot is not in it.

    The first result holds for the whole interaction: a process that releases its shards forgets their servers
    while it still answers.
    """
    if _KEY not in interaction.extras:
        server = interaction.guild_id
        known = server is not None and interaction.client.get_guild(server) is not None
        interaction.extras[_KEY] = server if known else None
    cached: int | None = interaction.extras[_KEY]
    return cached


def is_public_answer(interaction: discord.Interaction) -> bool:
    """Return whether others would see a public answer.

    In a server without the bot, Discord shows an answer to the person alone unless they may use external apps
    and write there.
    """
    if interaction.guild_id is None or server_of(interaction) is not None:
        return True
    may = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return may.use_external_apps and writes


def may_post(interaction: discord.Interaction) -> bool:
    """Return whether the bot can post in the interaction's channel; False outside of servers."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return server_of(interaction) is not None and may.view_channel and writes


def is_in_forum(interaction: discord.Interaction) -> bool:
    """Return whether an interaction comes from a forum post."""
    here = interaction.channel
    return isinstance(here, discord.Thread) and isinstance(here.parent, discord.ForumChannel)
