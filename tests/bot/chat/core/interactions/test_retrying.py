"""Answers sent until Discord accepts them: which failures are repeated, after which pauses, until when."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from discord.webhook.async_ import async_context

from bot.chat.core.interactions import retrying
from bot.chat.core.interactions.retrying import SingleTryAdapter, send_until_accepted
from tests.bot.chat.delivery.refusing_discord import refusal

BUSY, UNKNOWN = refusal(0, 503), refusal(10062, 404)
SHORT, LONG = discord.RateLimited(0.25), discord.RateLimited(1000)
UNHEARD, RESET = TimeoutError("unheard"), aiohttp.ClientError("reset")


@dataclass
class Wire:
    """A connection with these failures in turn, then success; its clock moves only by pauses."""

    failures: Sequence[Exception]
    now: float = 50.0
    pauses: list[float] = field(default_factory=list)
    sent: int = 0

    async def send(self) -> None:
        assert isinstance(async_context.get(), SingleTryAdapter), "discord.py repeats nothing itself"
        self.sent += 1
        if self.sent <= len(self.failures):
            raise self.failures[self.sent - 1]

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = SimpleNamespace(time=lambda: self.now)
        clock = SimpleNamespace(get_running_loop=lambda: loop, sleep=self.sleep, timeout=asyncio.timeout)
        monkeypatch.setattr(retrying, "asyncio", clock)


@pytest.mark.parametrize(
    ("failures", "raised"),
    [
        ([UNKNOWN], UNKNOWN),
        ([LONG], LONG),
        ([BUSY, LONG], LONG),
        ([BUSY, UNKNOWN], UNKNOWN),
        ([UNHEARD, LONG], UNHEARD),
        ([RESET, UNHEARD, BUSY, LONG], RESET),
        ([SHORT, UNHEARD, RESET, LONG], UNHEARD),
        ([UNHEARD, UNKNOWN], UNKNOWN),
    ],
    ids=[
        "a refusal",
        "too long a wait",
        "the last failure",
        "refused in the end",
        "it may have arrived",
        "the first that may have arrived",
        "the first that may have arrived, later",
        "it has not arrived",
    ],
)
async def test_the_decisive_failure_is_raised(
    failures: Sequence[Exception], raised: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(failures)
    wire.install(monkeypatch)
    with pytest.raises(type(raised)) as error:
        await send_until_accepted(wire.send, 60.0, 5.0)
    assert (error.value, wire.sent) == (raised, len(failures))


async def test_pauses_double_up_to_a_limit_unless_a_wait_is_requested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = Wire([BUSY, RESET, SHORT, *[BUSY] * 6])
    wire.install(monkeypatch)
    await send_until_accepted(wire.send, 1000.0, 5.0)
    assert wire.pauses == [0.1, 0.2, 0.25, 0.8, 1.6, 3.2, 6.4, 8.0, 8.0]
    assert wire.sent == 10


@pytest.mark.parametrize(("until", "sent"), [(50.1, 2), (50.09, 1), (50.3, 3), (50.29, 2)])
async def test_no_try_starts_after_the_deadline(
    until: float, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire([BUSY] * 9)
    wire.install(monkeypatch)
    with pytest.raises(discord.HTTPException):
        await send_until_accepted(wire.send, until + 1e-6, 5.0)
    assert wire.sent == sent


async def test_a_try_without_an_answer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, tries = Wire([]), list[int]()
    wire.install(monkeypatch)

    async def send() -> None:
        tries.append(1)
        if len(tries) == 1:
            await asyncio.Event().wait()
        await wire.send()

    await send_until_accepted(send, 60.0, 0.001)
    assert (len(tries), wire.pauses) == (2, [0.1])
