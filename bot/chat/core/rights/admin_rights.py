"""The right to change a server's rules."""

import discord

from bot.chat.core.lookup import whereabouts
from bot.model.refusal import Refusal


def is_admin(interaction: discord.Interaction) -> bool:
    """Return whether the person may manage the current server."""
    return whereabouts.server_of(interaction) is not None and interaction.permissions.manage_guild


def admin_server(interaction: discord.Interaction) -> int:
    """Return the server in which an admin speaks. Raises Refusal for other people and outside of servers."""
    server = whereabouts.server_of(interaction)
    if server is None:
        raise Refusal("servers-only")
    if not is_admin(interaction):
        raise Refusal("not-an-admin")
    return server


def channels_here(interaction: discord.Interaction) -> frozenset[int]:
    """Return the known channels of the server."""
    return (
        frozenset(channel.id for channel in interaction.guild.channels) if interaction.guild else frozenset()
    )
