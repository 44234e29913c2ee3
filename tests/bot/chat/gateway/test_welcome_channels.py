"""The channels in which the bot introduces itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.chat.gateway.server_presence import Servers, welcome_channels

ME, OWNER, SERVER = 100, 200, 300
JOINED = datetime(2026, 11, 20, 12, tzinfo=UTC)
VIEW, SEND = discord.Permissions(view_channel=True), discord.Permissions(send_messages=True)
GRANTED = VIEW | SEND
TEXT, VOICE, CATEGORY, NEWS, FORUM = 0, 2, 4, 5, 15


def channel(number: int, position: int = 0, kind: int = TEXT, **more: Any) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": kind,
        "name": f"c{number}",
        "position": position,
        "nsfw": False,
        "permission_overwrites": [],
        "parent_id": None,
        "flags": 0,
        "rate_limit_per_user": 0,
        "bitrate": 64000,
        "user_limit": 0,
        "available_tags": [],
        **more,
    }


def channel_denying(number: int, *permissions: discord.Permissions, position: int = 0) -> dict[str, Any]:
    deny = sum(permission.value for permission in permissions)
    overwrite = {"id": str(SERVER), "type": 0, "allow": "0", "deny": str(deny)}
    return channel(number, position, permission_overwrites=[overwrite])


def guild(*channels: dict[str, Any], member: bool = True, **more: Any) -> discord.Guild:
    """Return a server as described by Discord."""
    state = discord.Client(intents=discord.Intents(guilds=True))._connection
    user: Any = {"id": str(ME), "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
    state.user = discord.ClientUser(state=state, data=user)
    me = {
        "user": user,
        "roles": [],
        "joined_at": JOINED.isoformat(),
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    everyone = {
        "id": str(SERVER),
        "name": "@everyone",
        "permissions": str(GRANTED.value),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    data: Any = {
        "id": str(SERVER),
        "name": "Game Night",
        "owner_id": str(OWNER),
        "roles": [everyone],
        "channels": list(channels),
        "members": [me] if member else [],
        "features": ["COMMUNITY"],
        "preferred_locale": "de",
        **more,
    }
    return discord.Guild(data=data, state=state)


@pytest.mark.assumes("channel-order")
def test_writable_channels_come_in_listed_order() -> None:
    below = {"parent_id": "9"}
    server = guild(
        channel(3, 2), channel(1, 5), channel(2, 2), channel(9, 0, CATEGORY), channel(4, 0, TEXT, **below)
    )
    assert welcome_channels(server) == (2, 3, 1, 4), "as they are listed: outside of categories first"


@pytest.mark.assumes("system-channel")
def test_the_system_channel_comes_first() -> None:
    assert welcome_channels(guild(channel(1), channel(2, 1), system_channel_id="2")) == (2, 1)
    closed = guild(channel(1), channel_denying(2, SEND, position=1), system_channel_id="2")
    assert welcome_channels(closed) == (1,)


@pytest.mark.parametrize("missing", [VIEW, SEND])
def test_inaccessible_channels_are_skipped(missing: discord.Permissions) -> None:
    assert welcome_channels(guild(channel_denying(1, missing), channel(2, 1))) == (2,)
    assert welcome_channels(guild(channel_denying(1, missing))) == ()


def test_voice_forum_and_announcement_channels_are_skipped() -> None:
    others = (channel(1, 0, VOICE), channel(2, 1, FORUM), channel(3, 2, NEWS))
    assert welcome_channels(guild(*others)) == ()
    assert welcome_channels(guild(*others, channel(4, 3))) == (4,)


@pytest.mark.assumes("system-channel")
def test_rules_and_moderator_channels_are_skipped() -> None:
    server = guild(
        channel(1), channel(2, 1), channel(3, 2), rules_channel_id="1", public_updates_channel_id="2"
    )
    assert welcome_channels(server) == (3,)


@dataclass
class _Welcomes:
    met: list[tuple[int, datetime, Sequence[int], str]] = field(default_factory=list)

    async def greet_server(self, server: int, joined: datetime, channels: Sequence[int], locale: str) -> None:
        self.met.append((server, joined, channels, locale))


@dataclass(frozen=True)
class _Services:
    welcomes: _Welcomes = field(default_factory=_Welcomes)


@pytest.mark.assumes("guild-joined-at", "locale-of-communities")
async def test_server_details_are_passed_on() -> None:
    services: Any = _Services()
    await Servers(services).present(guild(channel(1)))
    assert services.welcomes.met == [(SERVER, JOINED, (1,), "de")]


@pytest.mark.assumes("guild-joined-at")
@pytest.mark.parametrize(
    "unknown", [guild(channel(1), unavailable=True), guild(channel(1), member=False)], ids=["outage", "me"]
)
async def test_a_server_in_an_outage_is_not_reported(unknown: discord.Guild) -> None:
    services: Any = _Services()
    await Servers(services).present(unknown)
    assert services.welcomes.met == []
