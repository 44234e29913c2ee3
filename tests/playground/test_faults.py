"""Ordered faults, and what discord.py makes of them."""

import time

import aiohttp
import discord
import pytest

from tests.playground.little_bot import LittleBot
from tests.playground.raw import Rest
from tests.pocket import BRETTSPIELE, Pocket, Refused

MESSAGES = "/channels/.*/messages$"


@pytest.fixture
async def channel(bot: LittleBot) -> discord.TextChannel:
    """Return a channel as the bot knows it."""
    found = bot.get_channel(int(BRETTSPIELE))
    assert isinstance(found, discord.TextChannel)
    return found


async def statuses(pocket: Pocket) -> list[int | None]:
    """Return how the bot's message requests ended."""
    return [
        request["status"]
        for request in await pocket.control.requests()
        if request["method"] == "POST" and request["path"] == f"/channels/{BRETTSPIELE}/messages"
    ]


async def contents(pocket: Pocket) -> list[str]:
    return [message["content"] for message in await pocket.anna.messages(BRETTSPIELE)]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_429_is_waited_for(pocket: Pocket, channel: discord.TextChannel, everywhere: bool) -> None:
    await pocket.control.fault(
        "status", MESSAGES, "POST", status=429, retry_after=0.05, **{"global": everywhere}
    )
    await channel.send("hi")
    assert await statuses(pocket) == [429, 200]
    assert await contents(pocket) == ["hi"]


async def test_429_on_a_callback(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("status", "/callback$", status=429, retry_after=0.05)
    assert (await pocket.anna.command(str(channel.id), "hello"))["status"] == "answered"


async def test_503_is_raised_at_once(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("status", MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hi")
    assert await contents(pocket) == []


@pytest.mark.parametrize("fault", ["reset", "drop"])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_lost_connections(pocket: Pocket, channel: discord.TextChannel, fault: str, when: str) -> None:
    await pocket.control.fault(fault, MESSAGES, "POST", when=when, seconds=0.05)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("hi", nonce="7")
    assert await statuses(pocket) == [None]
    assert await contents(pocket) == (["hi"] if when == "after" else [])
    await channel.send("hi", nonce="7")
    assert await contents(pocket) == ["hi"]


async def test_lost_answer_of_a_status(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("status", MESSAGES, status=503, when="after")
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hi")
    assert await contents(pocket) == ["hi"]


async def test_delay(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("delay", MESSAGES, "POST", seconds=0.2)
    begun = time.monotonic()
    await channel.send("hi")
    assert time.monotonic() - begun >= 0.2
    assert await contents(pocket) == ["hi"]


async def test_times_skip_and_clearing(pocket: Pocket) -> None:
    rest = Rest(pocket)
    await pocket.control.fault("status", "^/users/@me$", "GET", status=500, times=2, skip=1)
    got = [(await rest.ask("GET", "/users/@me")).status for _ in range(4)]
    assert got == [200, 500, 500, 200]
    assert await pocket.control.faults() == []
    await pocket.control.fault("status", "/api/v10/users/@me", status=502)
    assert [(f["status"], f["remaining"]) for f in await pocket.control.faults()] == [(502, 1)]
    await pocket.control.clear_faults()
    assert (await rest.ask("GET", "/users/@me")).status == 200


async def test_the_limit_on_old_edits(pocket: Pocket, channel: discord.TextChannel) -> None:
    fresh, old = await channel.send("fresh"), await channel.send("old")
    await pocket.control.age(str(old.id), 3700)
    await pocket.control.fault("status", "/messages/", "PATCH", code=30046, times=5, retry_after=0.02)
    await fresh.edit(content="fresh!")
    with pytest.raises(discord.HTTPException) as refused:
        await old.edit(content="old!")
    assert (refused.value.status, refused.value.code) == (429, 30046)
    assert await contents(pocket) == ["fresh!", "old"]


async def test_orders_that_make_no_sense(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="fault must be one of"):
        await pocket.control.fault("flood", "/")
    with pytest.raises(Refused, match="regular expression"):
        await pocket.control.fault("reset", "(")
