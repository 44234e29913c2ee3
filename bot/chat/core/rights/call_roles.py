"""The role pinged by open challenges: suitable roles, and joining and leaving the role.

The admin who chooses it must be able to assign it: the bot assigns it to everyone who asks.
"""

from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.ports import LimitationsPort, ServersPort
from bot.model.challenges.challenge import Challenge
from bot.model.refusal import Refusal
from bot.model.servers.limitations import Limitation, LimitedChannel

_ELEVATED: Final = discord.Permissions.elevated() | discord.Permissions(mention_everyone=True)
_UNKNOWN_ROLE: Final = 10011
_TWO_FACTOR: Final = 60003
"""The server requires two-factor authentication, which the app's owner has not enabled."""
_FORBIDDEN: Final = {50001, 50013}
"""Missing access; missing permissions."""


def choosable(interaction: discord.Interaction) -> list[discord.Role]:
    """Return the roles that the interaction's person may choose for open challenges, highest first."""
    guild = interaction.guild
    if guild is None or _own(guild) is None:
        return []
    return [
        role
        for role in reversed(guild.roles)
        if _is_harmless(role) and role.is_assignable() and _may_give(interaction, guild, role)
    ]


def bot_may_give(guild: discord.Guild) -> bool:
    """Return whether the bot may assign roles at all."""
    own = _own(guild)
    return own is not None and own.guild_permissions.manage_roles


def may_be_called(role: discord.Role) -> bool:
    """Return whether mentioning the role notifies its members."""
    own = _own(role.guild)
    return role.mentionable or (own is not None and own.guild_permissions.mention_everyone)


async def note_if_quiet(
    servers: ServersPort, limitations: LimitationsPort, interaction: discord.Interaction, challenge: Challenge
) -> None:
    """Record that a new open challenge names a role that pings nobody."""
    server = challenge.place.server
    if server is None or challenge.opponent is not None or challenge.invitees:
        return
    role = role_in(interaction, (await servers.server(server)).call_role)
    if role is not None and not may_be_called(role):
        channel = challenge.place.parent or challenge.place.channel
        limited = LimitedChannel(server, channel, Limitation.ROLE_CALLS, None)
        await limitations.record_limitation(limited)


def role_in(interaction: discord.Interaction, role_id: int | None) -> discord.Role | None:
    """Return a role of the server, None if it was deleted."""
    guild = interaction.guild
    return None if guild is None or role_id is None else guild.get_role(role_id)


def has_role(interaction: discord.Interaction, role: discord.Role) -> bool:
    """Return whether the interaction's person has a role."""
    return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role.id) is not None


async def set_role(interaction: discord.Interaction, role_id: int, *, held: bool) -> None:
    """Add a role to the interaction's person, or remove it.

    Raises Refusal: "call-role-gone", "call-role-unsafe", "call-role-forbidden", "call-role-two-factor",
    "call-role-later".
    """
    role = role_in(interaction, role_id)
    if role is None:
        raise Refusal("call-role-gone")
    if held and not _is_harmless(role):
        raise Refusal("call-role-unsafe")
    http = interaction.client.http
    change = http.add_role if held else http.remove_role
    try:
        await got(change(role.guild.id, interaction.user.id, role.id, reason="open challenges"))
    except discord.HTTPException as error:
        if error.code == _UNKNOWN_ROLE:
            raise Refusal("call-role-gone") from error
        if error.code == _TWO_FACTOR:
            raise Refusal("call-role-two-factor") from error
        raise Refusal("call-role-forbidden" if error.code in _FORBIDDEN else "call-role-later") from error
    except FAILURES as error:
        raise Refusal("call-role-later") from error


def _own(guild: discord.Guild) -> discord.Member | None:
    """Return the bot as a member; None if the server is unavailable."""
    return guild.me if guild.roles and not guild.unavailable else None


def _is_harmless(role: discord.Role) -> bool:
    """Return whether a role is safe to assign: it has no elevated permissions."""
    return not (role.is_default() or role.managed or role.permissions.value & _ELEVATED.value)


def _may_give(interaction: discord.Interaction, guild: discord.Guild, role: discord.Role) -> bool:
    """Return whether the person may assign a role on Discord."""
    if not isinstance(interaction.user, discord.Member) or not interaction.permissions.manage_roles:
        return False
    return guild.owner_id == interaction.user.id or interaction.user.top_role > role
