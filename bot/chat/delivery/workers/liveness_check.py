"""The liveness check: deliveries make requests only while this process surely lives.

A process that stalled for longer than its lease resumes in the middle of its work. Its claims
then belong to another process, which looks for arrived messages; nothing more must arrive behind their back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.model.ports import LeaseUncertain

_DELIVERING: Final[ContextVar[bool]] = ContextVar("delivering", default=False)


class LivenessCheck:
    """Stops the requests of deliveries while `alive` denies that this process surely lives; no others."""

    def __init__(self, alive: Callable[[], bool]) -> None:
        self._alive = alive

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Check before each request of a session, after all its waits."""
        trace.on_request_start.append(self._before)

    @contextmanager
    def delivering(self) -> Iterator[None]:
        """Mark the requests of the block as a delivery's. Raises LeaseUncertain, also midway."""
        self._check()
        token = _DELIVERING.set(True)
        try:
            yield
        finally:
            _DELIVERING.reset(token)

    def _check(self) -> None:
        if not self._alive():
            raise LeaseUncertain("this process may count as dead")

    async def _before(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, started: aiohttp.TraceRequestStartParams
    ) -> None:
        del context, started
        if _DELIVERING.get():
            self._check()
