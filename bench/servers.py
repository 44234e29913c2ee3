"""The memory of servers of realistic size in a process: untrimmed, and as trimmed by the bot.

`SIZES` is the mix of small, medium and large servers. Each variant is measured in a separate process.
"""

import asyncio
import gc
import multiprocessing
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bench.memory import MEGABYTE, MEMORY_GOAL
from bench.stage.bot import resident_memory
from bench.stage.gauges import verdict
from bot.chat.gateway.server_cache import trim_guild_payloads

SERVERS: Final = 2000
GOAL_SERVERS, GOAL = 20_000, 1000.0
"""The number of servers, and the maximum memory of a process that caches them, in megabytes."""


@dataclass(frozen=True, slots=True)
class ServerSize:
    """The numbers of a server's parts, and how many servers in ten are of this size."""

    of_ten: int
    channels: int
    roles: int
    threads: int
    emojis: int


SIZES: Final = (ServerSize(5, 20, 12, 3, 10), ServerSize(4, 50, 35, 12, 50), ServerSize(1, 150, 90, 60, 200))
_VIEW, _SEND, _SEND_IN_THREADS, _SPEAK = 1 << 10, 1 << 11, 1 << 38, 1 << 21
_HIDDEN, _SHOWN = (0, _VIEW), (_VIEW, 0)
_OVERWRITES: Final = (
    _HIDDEN,
    _SHOWN,
    (_VIEW | _SEND | 1 << 14 | 1 << 15 | 1 << 16, 0),
    (0, _SEND | _SEND_IN_THREADS | 1 << 6 | _SPEAK),
    (_VIEW | 1 << 20 | _SPEAK, 1 << 8),
    (0, _SEND | 1 << 35 | 1 << 36),
    (_VIEW | 1 << 16, _SEND | _SEND_IN_THREADS | 1 << 35),
    (1 << 25, 1 << 8),
)
"""Typical permissions, allowed and denied, of a channel's overwrites."""
_MAX_OVERWRITES: Final = 7
_BOT: Final = "1"

_Data = dict[str, Any]


def run() -> None:
    whole, trimmed = _in_a_process(False), _in_a_process(True)
    print(f"Memory of each server, kB; {SERVERS:,} servers of real size")
    print(f"{'as discord.py keeps it':<34}{whole / 1000:>8.1f}")
    print(f"{'as the bot keeps it':<34}{trimmed / 1000:>8.1f}")
    total = MEMORY_GOAL + GOAL_SERVERS * trimmed / MEGABYTE
    print(f"{GOAL_SERVERS:,} servers: {total:.0f} MB with all else, goal {GOAL:.0f} MB", end=" ")
    print(verdict(reached=total <= GOAL))


def _in_a_process(trimmed: bool) -> float:
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return float(pool.apply(measure, (trimmed,)))


def measure(trimmed: bool) -> float:
    """Return the bytes of memory per server."""
    return asyncio.run(_measure(trimmed=trimmed))


async def _measure(*, trimmed: bool) -> float:
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
    )
    state = client._connection  # noqa: SLF001  # as the gateway speaks to it
    me = {"id": _BOT, "username": "bot", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=me)  # type: ignore[arg-type]  # what Discord sends
    if trimmed:
        trim_guild_payloads(client)
    chance = random.Random(1)
    gc.collect()
    before = resident_memory()
    for _ in range(SERVERS):
        state.parsers["GUILD_CREATE"](server(chance))
    await asyncio.sleep(0)
    gc.collect()
    return (resident_memory() - before) / SERVERS


def server(chance: random.Random) -> Mapping[str, Any]:
    """Return a random server in Discord's form."""
    (size,) = chance.choices(SIZES, [server_size.of_ten for server_size in SIZES])
    number = _id(chance)
    roles = [_role(chance, place, number if place == 0 else _id(chance)) for place in range(size.roles)]
    channels = list(_channels(chance, size, [str(role["id"]) for role in roles]))
    texts = [str(channel["id"]) for channel in channels if channel["type"] == discord.ChannelType.text.value]
    member = {"id": _BOT, "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
    return {
        "id": number,
        "name": f"Server {number}",
        "icon": f"{chance.getrandbits(128):032x}",
        "features": ["COMMUNITY", "NEWS"],
        "owner_id": _id(chance),
        "preferred_locale": "de",
        "member_count": 300,
        "roles": roles,
        "channels": channels,
        "threads": [_thread(chance, chance.choice(texts)) for _ in range(size.threads)],
        "emojis": [{"id": _id(chance), "name": "emoji", "roles": []} for _ in range(size.emojis)],
        "members": [{"user": member, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "unavailable": False,
    }


def _role(chance: random.Random, place: int, number: str) -> _Data:
    return {
        "id": number,
        "name": f"Role {place} of {number[-4:]}",
        "permissions": str(chance.getrandbits(45)),
        "position": place,
        "color": chance.getrandbits(24),
        "colors": {"primary_color": chance.getrandbits(24)},
        "flags": 0,
    }


def _channels(chance: random.Random, size: ServerSize, roles: list[str]) -> Iterator[_Data]:
    kinds = discord.ChannelType.category, discord.ChannelType.voice, discord.ChannelType.text
    categories: list[str] = []
    for place in range(size.channels):
        kind = kinds[0] if place % 7 == 0 else kinds[1] if place % 7 == 1 else kinds[2]
        number = _id(chance)
        if kind is kinds[0]:
            categories.append(number)
        yield {
            "id": number,
            "type": kind.value,
            "name": f"channel-{number[-8:]}",
            "position": place,
            "parent_id": None if kind is kinds[0] else chance.choice(categories),
            "topic": "What this channel is about, in a sentence" if place % 2 else None,
            "last_message_id": _id(chance),
            "bitrate": 64000,
            "user_limit": 0,
            "permission_overwrites": [
                {"id": chance.choice(roles), "type": 0, "allow": str(allow), "deny": str(deny)}
                for allow, deny in chance.choices(_OVERWRITES, k=chance.randrange(_MAX_OVERWRITES))
            ],
        }


def _thread(chance: random.Random, parent: str) -> _Data:
    metadata = {"archived": False, "auto_archive_duration": 10080, "locked": False}
    return {
        "id": _id(chance),
        "type": discord.ChannelType.public_thread.value,
        "name": "Some thread of theirs",
        "parent_id": parent,
        "owner_id": _id(chance),
        "last_message_id": _id(chance),
        "message_count": 3,
        "member_count": 2,
        "total_message_sent": 3,
        "thread_metadata": metadata | {"archive_timestamp": "2026-11-01T00:00:00+00:00"},
    }


def _id(chance: random.Random) -> str:
    return str(1_000_000_000_000_000_000 + chance.getrandbits(58))
