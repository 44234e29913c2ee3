"""The bot's rights in a channel chosen by an admin."""

from typing import Final

import discord

from bot.locale import Language
from bot.model.refusal import Refusal

TO_POST: Final = discord.Permissions(view_channel=True, send_messages=True)
TO_OPEN_POSTS: Final = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
_NAMES: Final = {
    "view_channel": "permission.view",
    "read_messages": "permission.view",
    "send_messages": "permission.send",
    "send_messages_in_threads": "permission.send-in-threads",
    "attach_files": "permission.attach",
}


def missing(guild: discord.Guild | None, channel: int, needed: discord.Permissions) -> discord.Permissions:
    """Return the permissions that the bot lacks in a channel; none if the server's channels are unknown."""
    place = None if guild is None else guild.get_channel(channel)
    if guild is None or not guild.channels:
        return discord.Permissions.none()
    if place is None:
        return needed
    return needed & ~place.permissions_for(guild.me)


def permission_names(permissions: discord.Permissions, t: Language) -> str:
    """Return the permissions by their names in Discord."""
    ids = dict.fromkeys(_NAMES[name] for name, is_set in permissions if is_set)
    return t("list.and").join(map(t, ids))


def check(
    guild: discord.Guild | None, channel: int, needed: discord.Permissions, t: Language
) -> discord.abc.GuildChannel | None:
    """Return a channel after a check of the bot's permissions there; None if it is unknown.

    Raises Refusal: "bot-may-not-post".
    """
    place = None if guild is None else guild.get_channel(channel)
    lacking = missing(guild, channel, needed)
    if lacking.value:
        name = str(channel) if place is None else place.name
        raise Refusal("bot-may-not-post", channel=name, permissions=permission_names(lacking, t))
    return place


def needs_tag_nobody_may_set(forum: discord.ForumChannel) -> bool:
    """Return whether posts need a tag and only moderators may set one."""
    return forum.flags.require_tag and all(tag.moderated for tag in forum.available_tags)
