"""Passes an aiohttp session's requests through the gate; discord.py takes it as `http_trace`."""

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.chat.rate_limits.gate import Gate
from bot.chat.rate_limits.refusals import INVALID, read_refusal
from bot.chat.rate_limits.routes import OPENING, Purpose, Route, route

_SERVER_ERROR: Final = 500


class SentRequest(Enum):
    """The effect of a task's requests so far: none, some, or unknown."""

    NOTHING = auto()
    SOMETHING = auto()
    UNKNOWN = auto()


class _TracedRequest(SimpleNamespace):
    """A request: its route, when it was sent, and a refusal whose body is not read yet."""

    def __init__(self, trace_request_ctx: object = None) -> None:
        super().__init__()
        del trace_request_ctx
        self.route: Route | None = None
        self.sent = 0.0
        self.response: aiohttp.ClientResponse | None = None


class Requests:
    """Passes this process's requests through a gate."""

    def __init__(self, gate: Gate, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._gate = gate
        self._sleep = sleep
        self._sent: weakref.WeakSet[asyncio.Task[object]] = weakref.WeakSet()
        self._in_doubt: weakref.WeakSet[asyncio.Task[object]] = weakref.WeakSet()
        self.trace: Final = aiohttp.TraceConfig(_TracedRequest)
        self.trace.on_request_start.append(self._start)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)
        self.trace.on_response_chunk_received.append(self._read)

    def sent_requests(self) -> SentRequest:
        """Return what the current task has sent so far."""
        task = asyncio.current_task()
        if task in self._in_doubt:
            return SentRequest.UNKNOWN
        return SentRequest.SOMETHING if task in self._sent else SentRequest.NOTHING

    async def _start(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, started: aiohttp.TraceRequestStartParams
    ) -> None:
        """Wait until a request may be sent. Raises the gate's errors."""
        request_route = route(started.method, str(started.url), discord.http.Route.BASE)
        if request_route is not None and request_route.purpose is Purpose.WORK:
            wait = self._gate.admit(request_route)
            try:
                while wait > 0:
                    await self._sleep(wait)
                    wait = self._gate.hold_seconds(request_route)
            except BaseException:
                self._gate.on_no_answer(request_route)
                raise
            task = asyncio.current_task()
            if task is not None and started.method != "GET" and request_route.key != OPENING:
                self._sent.add(task)
        context.route, context.sent = request_route, self._gate.now()

    async def _end(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        if not isinstance(context.route, Route):
            return
        status = ended.response.status
        if status in INVALID:
            context.response = ended.response  # `_read` gets the body, which has the reason
            return
        if status >= _SERVER_ERROR:
            self._mark_in_doubt()
        self._gate.on_answer(context.route, status)

    async def _read(
        self,
        _: aiohttp.ClientSession,
        context: SimpleNamespace,
        received: aiohttp.TraceResponseChunkReceivedParams,
    ) -> None:
        response, context.response = context.response, None
        if isinstance(response, aiohttp.ClientResponse) and isinstance(context.route, Route):
            self._gate.on_refusal(context.route, read_refusal(response, received.chunk), context.sent)

    async def _fail(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(context.route, Route):
            self._gate.on_no_answer(context.route)
            self._mark_in_doubt()

    def _mark_in_doubt(self) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._in_doubt.add(task)
