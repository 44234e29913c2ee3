"""The liveness check: deliveries make requests only while this process surely holds its lease.

A process that stalls for longer than its lease resumes in the middle of its work. Its claims then belong to
another process, which searches for arrived messages; no message may arrive after that.
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
    """Stops requests of deliveries, and no others, while `alive` returns False."""

    def __init__(self, alive: Callable[[], bool]) -> None:
        self._alive = alive

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Check before each request of a session, after all its waits."""
        trace.on_request_start.append(self._before)

    @contextmanager
    def delivering(self) -> Iterator[None]:
        """Mark the block's requests as a delivery's. Raises LeaseUncertain, also during the block."""
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
