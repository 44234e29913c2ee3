"""Tracing of requests: admission by the gate, which learns from the answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer

from bot.chat.rate_limits.gate import Gate
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.tracing import Requests, SentRequest
from tests.bot.chat.rate_limits.gates import Seconds

MESSAGES = "/channels/1/messages"
VIA = {"Via": "1.1 google"}


@dataclass
class Stage:
    """A fake API, and a session whose requests pass a gate."""

    server: BaseTestServer
    clock: Seconds = field(default_factory=Seconds)
    slept: list[float] = field(default_factory=list)
    while_asleep: Callable[[], None] = lambda: None
    session: aiohttp.ClientSession = field(init=False)
    gate: Gate = field(init=False)
    requests: Requests = field(init=False)

    def __post_init__(self) -> None:
        self.gate = Gate(monotonic=self.clock)
        self.requests = Requests(self.gate, self._sleep)
        self.session = aiohttp.ClientSession(trace_configs=[self.requests.trace])

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.now += seconds
        self.while_asleep()

    async def send(self, method: str = "POST", path: str = MESSAGES) -> SentRequest:
        """Send a request in its own task; return that task's sent requests."""

        async def act() -> SentRequest:
            try:
                async with self.session.request(method, self.server.make_url(path)) as answer:
                    await answer.read()
            except (LeftAlone, aiohttp.ClientError):
                return self.requests.sent_requests()
            return self.requests.sent_requests()

        return await asyncio.create_task(act())


@asynccontextmanager
async def stage(*answers: tuple[int, dict[str, Any]], path: str = "") -> AsyncIterator[Stage]:
    """Serve the answers (status, body) in turn, then repeat the last; status 0 closes the connection."""
    waiting = list(answers)

    async def answer(request: web.Request) -> web.StreamResponse:
        status, body = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if not status:
            assert request.transport is not None
            request.transport.close()
        return web.json_response(body, status=status or 200, headers=VIA)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    base = discord.http.Route.BASE
    async with TestServer(app) as server:
        discord.http.Route.BASE = str(server.make_url(path)).rstrip("/")
        here = Stage(server)
        try:
            yield here
        finally:
            discord.http.Route.BASE = base
            await here.session.close()


async def test_a_posting_request_counts_as_sent() -> None:
    async with stage((200, {})) as here:
        assert here.requests.sent_requests() is SentRequest.NOTHING
        assert await here.send() is SentRequest.SOMETHING
        assert await here.send("GET") is SentRequest.NOTHING
        assert await here.send("POST", "/users/@me/channels") is SentRequest.NOTHING, "it posts nothing yet"
        assert await here.send("POST", "/interactions/5/token/callback") is SentRequest.NOTHING
        assert here.requests.sent_requests() is SentRequest.NOTHING, "of another task"


@pytest.mark.parametrize("status", [500, 503, 0])
async def test_a_request_without_a_clear_answer_is_uncertain(status: int) -> None:
    async with stage((status, {})) as here:
        assert await here.send() is SentRequest.UNKNOWN


@pytest.mark.parametrize("status", [400, 404])
async def test_a_clear_refusal_is_certain(status: int) -> None:
    async with stage((status, {"code": 10003})) as here:
        assert await here.send() is SentRequest.SOMETHING


async def test_after_three_refusals_a_route_is_blocked() -> None:
    async with stage((403, {"code": 50013})) as here:
        for _ in range(3):
            assert await here.send() is SentRequest.SOMETHING
            here.clock.now += 1
        assert here.gate.figures.routes_left_alone == 1
        with pytest.raises(discord.Forbidden):
            await here.send()
        assert await here.send("POST", "/channels/2/messages") is SentRequest.SOMETHING


async def test_a_success_between_refusals_resets_the_count() -> None:
    refused = (403, {"code": 50013})
    async with stage(refused, refused, (200, {}), refused) as here:
        for _ in range(4):
            await here.send()
            here.clock.now += 1
        assert here.gate.figures.routes_left_alone == 0
        assert here.gate.figures.invalid_requests == 3


async def test_a_short_hold_is_waited_out_and_a_long_one_sends_nothing() -> None:
    held = (429, {"retry_after": 0.5, "message": "limited"})
    async with stage(held, held, (429, {"retry_after": 30.0})) as here:
        assert await here.send() is SentRequest.SOMETHING
        await here.send()
        assert here.slept == [0.5]
        here.clock.now += 1
        await here.send()
        assert here.gate.figures.user_limited == 3
        assert await here.send() is SentRequest.NOTHING
        assert here.slept == [0.5]


async def test_a_hold_growing_during_the_wait_stops_the_request() -> None:
    async with stage((429, {"retry_after": 0.5})) as here:
        await here.send()
        here.while_asleep = here.gate._close
        assert await here.send() is SentRequest.NOTHING


async def test_only_requests_to_the_api_are_counted() -> None:
    async with stage((403, {"code": 50013}), path="/api/v10") as here:
        for _ in range(5):
            assert await here.send("POST", MESSAGES) is SentRequest.NOTHING
        assert here.gate.figures.invalid_requests == 0
        assert await here.send("POST", f"/api/v10{MESSAGES}") is SentRequest.SOMETHING
        assert here.gate.figures.invalid_requests == 1
