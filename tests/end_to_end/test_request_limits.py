"""Rate limits for clients of one token, each with its own gate as in separate processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import aiohttp
import discord
import pytest

from bot.chat.rate_limits.buckets import patch_ratelimiter
from bot.chat.rate_limits.gate import SHORT_WAIT, Gate
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.tracing import Requests, SentRequest
from playground.rest.rate_limits import LimitSettings, RouteLimit
from playground.server import Playground
from tests.pocket import ANNA, BEN, BRETTSPIELE, discord_at


@asynccontextmanager
async def client(requests: Requests, token: str) -> AsyncIterator[discord.Client]:
    patch_ratelimiter()
    client = discord.Client(intents=discord.Intents.none(), http_trace=requests.trace)
    async with client:
        await client.login(token)
        client.http.max_ratelimit_timeout = SHORT_WAIT
        yield client


@pytest.mark.assumes("global-limit")
async def test_two_processes_stay_below_the_global_rate_limit() -> None:
    # The gates allow only 80 of 100: on a busy machine requests arrive closer together than they were sent.
    # Without sharing, the two gates would still exceed the limit.
    gates = [Gate(80.0) for _ in range(2)]
    limits = LimitSettings(per_second=100, routes=(RouteLimit(limit=1000),))
    async with Playground.start(limits=limits) as playground, AsyncExitStack() as stack:
        stack.enter_context(discord_at(playground.api_url, playground.gateway_url))
        clients = [
            await stack.enter_async_context(client(Requests(gate), playground.token)) for gate in gates
        ]
        for gate in gates:
            gate.share_with(2, 0)
        people = [int(ANNA), int(BEN)]
        fetches = (bot_client.fetch_user(people[n % 2]) for bot_client in clients for n in range(70))
        assert len(await asyncio.gather(*fetches)) == 140
        entries = playground.journal.since(0)
        assert [(entry.path, entry.status) for entry in entries if entry.status != 200] == []


@pytest.mark.assumes("global-limit", "rate-limit-says-how-long")
async def test_a_global_429_pauses_all_requests() -> None:
    limited = {"fault": "status", "status": 429, "retry_after": 20, "global": True, "path": "/users/"}
    async with Playground.start() as playground, AsyncExitStack() as stack:
        stack.enter_context(discord_at(playground.api_url, playground.gateway_url))
        bot_client = await stack.enter_async_context(client(Requests(Gate()), playground.token))
        playground.faults.order(limited)
        with pytest.raises(discord.RateLimited):
            await bot_client.fetch_user(int(ANNA))
        request_count = len(playground.journal.since(0))
        for _ in range(10):
            with pytest.raises(LeftAlone) as refused:
                await bot_client.fetch_channel(int(BRETTSPIELE))
            assert 15 < refused.value.retry_after <= 20
        assert len(playground.journal.since(0)) == request_count


async def test_a_task_tracks_its_sent_requests() -> None:
    requests = Requests(Gate())
    async with Playground.start() as playground, AsyncExitStack() as stack:
        stack.enter_context(discord_at(playground.api_url, playground.gateway_url))
        bot_client = await stack.enter_async_context(client(requests, playground.token))
        channel = bot_client.get_partial_messageable(int(BRETTSPIELE))

        async def fetch() -> SentRequest:
            await (await bot_client.fetch_user(int(ANNA))).create_dm()
            return requests.sent_requests()

        async def post() -> SentRequest:
            await channel.send("x")
            return requests.sent_requests()

        async def post_with_reset() -> SentRequest:
            playground.faults.order({"fault": "reset", "path": "/messages$", "when": "after"})
            with suppress(aiohttp.ClientError):
                await channel.send("x")
            return requests.sent_requests()

        async def post_with_502() -> SentRequest:
            playground.faults.order({"fault": "status", "status": 502, "path": "/messages$", "when": "after"})
            await channel.send("x", nonce="1")
            return requests.sent_requests()

        tasks = [asyncio.create_task(action()) for action in (fetch, post)]
        assert [await task for task in tasks] == [SentRequest.NOTHING, SentRequest.SOMETHING]
        assert await asyncio.create_task(post_with_reset()) is SentRequest.UNKNOWN
        assert await asyncio.create_task(post_with_502()) is SentRequest.UNKNOWN
        assert requests.sent_requests() is SentRequest.NOTHING


@pytest.mark.assumes("route-limits")
async def test_messages_are_sent_at_once_within_the_rate_limit() -> None:
    async with Playground.start() as playground, AsyncExitStack() as stack:
        stack.enter_context(discord_at(playground.api_url, playground.gateway_url))
        bot_client = await stack.enter_async_context(client(Requests(Gate()), playground.token))
        channel = bot_client.get_partial_messageable(int(BRETTSPIELE))
        async with asyncio.timeout(2):
            for _ in range(5):
                await channel.send("x")
        with pytest.raises(LeftAlone) as refused:
            await channel.send("x")
        assert SHORT_WAIT < refused.value.retry_after <= 5
        assert [entry.status for entry in playground.journal.since(0) if entry.status == 429] == []
