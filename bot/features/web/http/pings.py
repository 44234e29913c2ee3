"""Pings of idle streams, with a single timer: one per stream would take more memory than the stream."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Final, Protocol

HEARTBEAT: Final = 55.0
"""Seconds between two pings: proxies close silent connections after a minute."""
STEP: Final = 0.25
MAX_AT_ONCE: Final = 100
"""The maximum number of pings in a step: many simultaneous clients are spread over the next seconds."""


class PingTarget(Protocol):
    """A connection that may be idle."""

    def ping(self) -> None:
        """Send a ping."""


class Pings:
    """Pings each connection every HEARTBEAT seconds."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._monotonic = monotonic
        self._pause = pause
        self._last: dict[PingTarget, float] = {}
        self._begun = asyncio.Event()

    def add(self, connection: PingTarget) -> None:
        """Ping a connection regularly from now on."""
        self._last[connection] = self._monotonic()
        self._begun.set()

    def remove(self, connection: PingTarget) -> None:
        """Stop pinging a connection."""
        self._last.pop(connection, None)
        if not self._last:
            self._begun.clear()

    async def run(self) -> None:
        """Ping until cancelled; nothing runs without connections."""
        while True:
            await self._begun.wait()
            await self._pause(self.step())

    def step(self) -> float:
        """Ping the connections that are due; return the seconds until the next step."""
        now = self._monotonic()
        # The least recently pinged clients come first: a ping moves a client to the end.
        for connection, last in tuple(islice(self._last.items(), MAX_AT_ONCE)):
            if now - last < HEARTBEAT:
                return max(STEP, last + HEARTBEAT - now)
            del self._last[connection]
            self._last[connection] = now
            connection.ping()
        return STEP
