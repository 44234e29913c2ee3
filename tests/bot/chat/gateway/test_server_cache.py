"""Cached servers: rights of channels are known, unused data is dropped."""

from typing import Any

import discord
import pytest

from bot.chat.gateway import server_cache

_Overwrite = tuple[int, int, int, int]
"""Subject, type, allowed and denied rights."""

BOT, SERVER, ROLE, SOMEBODY = 9, 1, 5, 7
VIEW, SPEAK, KICK = (
    discord.Permissions(view_channel=True).value,
    discord.Permissions(speak=True).value,
    discord.Permissions(kick_members=True).value,
)


def _channel(
    number: int, kind: int, *overwrites: tuple[int, int, int, int], **more: object
) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": kind,
        "name": f"channel-{number}",
        "position": number,
        "permission_overwrites": [
            {"id": str(who), "type": of, "allow": str(allow), "deny": str(deny)}
            for who, of, allow, deny in overwrites
        ],
        "topic": "What this is about",
        "bitrate": 64000,
        "user_limit": 0,
        **more,
    }


def _thread(number: int, owner: int, kind: int = 11) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": kind,
        "guild_id": str(SERVER),
        "name": "a thread",
        "parent_id": "20",
        "owner_id": str(owner),
        "message_count": 1,
        "member_count": 1,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 60,
            "archive_timestamp": "2026-11-01T00:00:00+00:00",
        },
    }


def _server(*channels: dict[str, Any], **more: object) -> dict[str, Any]:
    everyone = {"id": str(SERVER), "name": "@everyone", "permissions": str(VIEW), "position": 0}
    role = {"id": str(ROLE), "name": "Players", "permissions": "0", "position": 1, "colors": {}}
    me = {"user": {"id": str(BOT), "username": "bot", "discriminator": "0", "avatar": None}, "roles": []}
    return {
        "id": str(SERVER),
        "name": "A server",
        "owner_id": "3",
        "features": ["COMMUNITY"],
        "preferred_locale": "de",
        "roles": [everyone, role],
        "channels": list(channels),
        "threads": [],
        "members": [{**me, "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}],
        "unavailable": False,
        **more,
    }


@pytest.fixture
def client() -> discord.Client:
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True), member_cache_flags=discord.MemberCacheFlags.none()
    )
    user = {"id": str(BOT), "username": "bot", "discriminator": "0", "avatar": None}
    client._connection.user = discord.ClientUser(state=client._connection, data=user)  # type: ignore[arg-type]  # what is sent
    server_cache.trim_guild_payloads(client)
    return client


def _dispatch(client: discord.Client, event: str, data: dict[str, Any]) -> discord.Guild:
    client._connection.parsers[event](data)
    (guild,) = client.guilds
    return guild


async def test_channel_visibility_is_cached(client: discord.Client) -> None:
    hidden = ((SERVER, 0, 0, VIEW | SPEAK), (ROLE, 0, VIEW, KICK), (SOMEBODY, 1, VIEW, 0))
    guild = _dispatch(
        client, "GUILD_CREATE", _server(_channel(20, 0, *hidden), _channel(21, 2, (ROLE, 0, SPEAK, 0)))
    )
    closed, open_one = guild.get_channel(20), guild.get_channel(21)
    assert closed is not None
    assert open_one is not None
    assert not closed.permissions_for(guild.default_role).view_channel
    assert closed.permissions_for(guild.roles[1]).view_channel
    assert not closed.permissions_for(guild.me).view_channel
    assert open_one.permissions_for(guild.me).view_channel
    assert closed.overwrites_for(discord.Object(SOMEBODY, type=discord.Member)).view_channel
    assert closed.overwrites_for(guild.roles[1]).kick_members is None, "nobody asks for that"
    assert not open_one.overwrites
    assert (guild.preferred_locale.value, guild.features) == ("de", ["COMMUNITY"])
    assert [role.name for role in guild.roles] == ["@everyone", "Players"]


async def test_unused_data_is_not_cached(client: discord.Client) -> None:
    voices = [{"channel_id": "21", "user_id": "7", "session_id": "a", "deaf": False, "mute": False}]
    guild = _dispatch(
        client,
        "GUILD_CREATE",
        _server(
            _channel(19, 4, (SERVER, 0, 0, VIEW)),
            _channel(20, 0, parent_id="19"),
            _channel(21, 2, parent_id="19"),
            voice_states=voices,
            description="Long",
            threads=[_thread(30, BOT), _thread(31, SOMEBODY), _thread(32, SOMEBODY, 12)],
        ),
    )
    assert guild.description is None
    assert {thread.id for thread in guild.threads} == {30, 32}, "its own, and the private ones it is in"
    first, second = guild.get_channel(20), guild.get_channel(21)
    assert isinstance(first, discord.TextChannel)
    assert first.topic is None
    assert first.category is not None
    assert second is not None
    assert first.category_id is second.category_id, "one number for all"


async def test_updates_are_cached_the_same_way(client: discord.Client) -> None:
    _dispatch(client, "GUILD_CREATE", _server(_channel(20, 0)))
    changed = _channel(20, 0, (SERVER, 0, 0, VIEW | KICK)) | {"guild_id": str(SERVER)}
    guild = _dispatch(client, "CHANNEL_UPDATE", changed)
    channel = guild.get_channel(20)
    assert isinstance(channel, discord.TextChannel)
    assert channel.topic is None
    assert not channel.permissions_for(guild.default_role).view_channel
    _dispatch(client, "CHANNEL_CREATE", _channel(22, 0) | {"guild_id": str(SERVER)})
    for thread in (_thread(40, SOMEBODY), _thread(41, BOT)):
        _dispatch(client, "THREAD_CREATE", {**thread, "newly_created": True})
    assert {entry.id for entry in guild.channels} == {20, 22}
    assert {entry.id for entry in guild.threads} == {41}
    renamed = _server() | {"name": "Renamed"}
    del renamed["channels"], renamed["threads"], renamed["members"]
    assert _dispatch(client, "GUILD_UPDATE", renamed).name == "Renamed"
    assert {entry.id for entry in guild.channels} == {20, 22}
