"""The current limitations of a server, for its admins."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.core.rights import bot_rights, call_roles
from bot.chat.core.words.limitation_text import NO_ACCESS, NO_PERMISSION, limitation_line
from bot.chat.core.words.list_text import fitting
from bot.features.servers.services import ServerServices
from bot.locale import Language
from bot.model.servers.limitations import Limitation, LimitedChannel

_ROOM: Final = 1500
_NEEDED: Final[Mapping[Limitation, discord.Permissions]] = {
    Limitation.MESSAGES: bot_rights.TO_POST | discord.Permissions(send_messages_in_threads=True),
    Limitation.PICTURES: discord.Permissions(attach_files=True),
    Limitation.THREADS: discord.Permissions(create_public_threads=True, send_messages_in_threads=True),
    Limitation.POSTS: bot_rights.TO_OPEN_POSTS,
}


async def limitations_page(
    services: ServerServices, interaction: discord.Interaction, server: int, t: Language
) -> ui.LayoutView:
    """Return the page with a server's limitations."""
    text = await limitations_text(services, interaction, server, t)
    return layouts.page(layouts.text(text or t("limitation.none")))


async def limitations_text(
    services: ServerServices, interaction: discord.Interaction, server: int, t: Language
) -> str:
    """Return a server's current limitations as text, empty without any.

    Marks them as read, and deletes those that are over.
    """
    await services.limitations.notify_admin(server, interaction.channel_id or 0)
    limitations = [limitation.limited for limitation in await services.limitations.of(server)]
    role = (await services.servers.server(server)).call_role
    over = [limitation for limitation in limitations if _is_over(interaction, limitation, role)]
    await services.limitations.lift(over)
    lines = [limitation_line(limitation, t) for limitation in limitations if limitation not in over]
    if await services.first_messages.is_quarantined():
        lines.append(t("limitation.quarantine"))
    return fitting(t("limitation.title"), _bullets(lines), _ROOM, t)


def _bullets(lines: Sequence[str]) -> list[str]:
    return [f"⚠️ {line}" for line in lines]


def _is_over(interaction: discord.Interaction, limited: LimitedChannel, role: int | None) -> bool:
    """Return whether a limitation is over, as far as the bot can tell without an attempt."""
    guild = interaction.guild
    if guild is None or guild.unavailable or not guild.channels:
        return False
    if limited.what is Limitation.ROLE_CALLS:
        called = call_roles.role_in(interaction, role)
        return called is None or call_roles.may_be_called(called)
    if guild.get_channel(limited.channel) is None:
        return limited.code != NO_ACCESS
    if limited.code not in {NO_ACCESS, NO_PERMISSION}:
        return False
    return not bot_rights.missing(guild, limited.channel, _NEEDED[limited.what]).value
