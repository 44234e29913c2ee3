"""People and controls of a playground in this process, without its sockets."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import yarl
from aiohttp import web

from playground.server import Playground
from playground.values.events import CommandsChanged, WorldEvent
from tests import pocket
from tests.end_to_end.waiting import TICK
from tests.pocket import Json

LONGEST = 0.25
"""Seconds after which a test looks again even without a change in the playground."""

_Handler = Callable[[Any], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class _Request:
    """The parts of a request that the playground's own interface reads."""

    query: Mapping[str, str]
    match_info: Mapping[str, str]
    body: Json | None

    async def json(self) -> Json:
        read: Json = json.loads(json.dumps(self.body))
        return read


class InProcessLine(pocket.Line):
    """JSON requests directly to a playground's handlers: a socket would take three times as long.

    Tests of the playground and of processes use sockets.
    """

    def __init__(self, session: aiohttp.ClientSession, playground: Playground) -> None:
        super().__init__(session, playground.url)
        self._playground = playground
        self._events = 0
        self._changed = asyncio.Event()
        self._commands: list[Json] | None = None
        self._fixed: dict[tuple[str, str], _Handler] = {}
        self._patterns: list[tuple[str, re.Pattern[str], _Handler]] = []
        for route in playground._app.router.routes():
            info = {} if route.resource is None else route.resource.get_info()
            if (path := info.get("path")) is not None:
                self._fixed[route.method, path] = route.handler
            elif (pattern := info.get("pattern")) is not None and "/playground/" in info["formatter"]:
                self._patterns.append((route.method, pattern, route.handler))
        playground.world.listen(self._on_event)

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        # Otherwise a test's polling loop would starve the bot.
        await asyncio.sleep(0)
        url = yarl.URL(path)
        handler, match = self._route(method, url.path)
        response = await handler(_Request(url.query, match, body))
        assert isinstance(response, web.Response)
        answer: Json = json.loads(response.text or "")
        if response.status >= 400:
            raise pocket.Refused(response.status, answer.get("error", ""))
        return answer

    async def commands(self, user: str) -> list[Json]:
        """Return the registered commands, cached until they change."""
        if self._commands is None:
            self._commands = await super().commands(user)
        return self._commands

    @property
    def events(self) -> int:
        return self._events

    async def wait_for_change(self, since: int) -> None:
        """Wait for a change of the playground; simultaneous changes count as one."""
        if self._events == since:
            self._changed.clear()
            try:
                async with asyncio.timeout(LONGEST):
                    await self._changed.wait()
            except TimeoutError:
                return
        await asyncio.sleep(TICK / 4)

    def _on_event(self, event: WorldEvent) -> None:
        self._events += 1
        self._changed.set()
        if isinstance(event, CommandsChanged):
            self._commands = None

    def _route(self, method: str, path: str) -> tuple[_Handler, Mapping[str, str]]:
        if (handler := self._fixed.get((method, path))) is not None:
            return handler, {}
        for needed, pattern, handler in self._patterns:
            if needed == method and (hit := pattern.fullmatch(path)):
                return handler, hit.groupdict()
        raise pocket.Refused(404, f"no such path: {method} {path}")
