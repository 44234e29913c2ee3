"""Servers with open and hidden channels in the gateway's form, without a connection."""

from collections.abc import Collection, Mapping
from typing import Any

import discord

SERVER, OWNER, ME = 7, 1999, 100
FORUM = 15
TEXT = 0


def guild(
    channels: Collection[int] = (),
    hidden: Mapping[int, Collection[int]] | None = None,
    *,
    forums: Collection[int] = (),
    roles: Collection[int] = (),
    threads: Mapping[int, int] | None = None,
) -> discord.Guild:
    """Return a server whose `hidden` channels only the given roles see; `threads` are active, by channel."""
    state = discord.Client(intents=discord.Intents(guilds=True))._connection
    state.user = discord.ClientUser(state=state, data=_own_account())
    data: Any = guild_data(channels, hidden, forums=forums, roles=roles, threads=threads)
    return discord.Guild(data=data, state=state)


def guild_data(
    channels: Collection[int] = (),
    hidden: Mapping[int, Collection[int]] | None = None,
    *,
    forums: Collection[int] = (),
    roles: Collection[int] = (),
    threads: Mapping[int, int] | None = None,
    number: int = SERVER,
) -> dict[str, Any]:
    """Return the server as listed by the gateway."""
    closed = hidden or {}
    return {
        "id": str(number),
        "name": "Game Night",
        "owner_id": str(OWNER),
        "roles": [_role(number, discord.Permissions(view_channel=True)), *(_role(role) for role in roles)],
        "channels": [channel_data(channel, closed.get(channel), forums) for channel in (*channels, *closed)],
        "threads": [_thread(thread, parent) for thread, parent in (threads or {}).items()],
        "members": [],
    }


def member(server: discord.Guild, person: int, *roles: int, name: str = "") -> discord.Member:
    """Return a member of a server as described by an interaction."""
    data: Any = member_data(person, *roles, name=name)
    return discord.Member(data=data, guild=server, state=server._state)


def member_data(person: int, *roles: int, name: str = "", joined_at: str | None = None) -> dict[str, Any]:
    """Return the member in Discord's form."""
    return {
        "user": {"id": str(person), "username": name or str(person), "discriminator": "0", "avatar": None},
        "roles": [str(role) for role in roles],
        "joined_at": joined_at,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def user(server: discord.Guild, number: int, name: str, *, bot: bool = False) -> discord.User:
    """Return an account outside the server, as named by a command's option."""
    data: Any = {"id": str(number), "username": name, "discriminator": "0", "avatar": None, "bot": bot}
    return discord.User(state=server._state, data=data)


def _own_account() -> Any:
    return {"id": str(ME), "username": "bot", "discriminator": "0", "avatar": None, "bot": True}


def _role(number: int, permissions: discord.Permissions = discord.Permissions.none()) -> dict[str, Any]:  # noqa: B008
    return {
        "id": str(number),
        "name": f"r{number}",
        "permissions": str(permissions.value),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel_data(
    number: int, seen_by: Collection[int] | None = None, forums: Collection[int] = ()
) -> dict[str, Any]:
    """Return a channel visible to everyone, or only to members with one of the roles."""
    view = str(discord.Permissions(view_channel=True).value)
    overwrites = [{"id": str(role), "type": 0, "allow": view, "deny": "0"} for role in seen_by or ()]
    if seen_by is not None:
        overwrites.append({"id": str(SERVER), "type": 0, "allow": "0", "deny": view})
    return {
        "id": str(number),
        "type": FORUM if number in forums else TEXT,
        "name": f"c{number}",
        "position": 0,
        "nsfw": False,
        "permission_overwrites": overwrites,
        "parent_id": None,
        "flags": 0,
        "rate_limit_per_user": 0,
        "available_tags": [],
    }


def _thread(number: int, parent: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "guild_id": str(SERVER),
        "parent_id": str(parent),
        "owner_id": str(ME),
        "name": f"t{number}",
        "type": 11,
        "message_count": 0,
        "member_count": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 60,
            "archive_timestamp": "2026-11-20T12:00:00+00:00",
            "locked": False,
        },
    }
