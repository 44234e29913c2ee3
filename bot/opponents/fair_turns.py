"""Who may think next: people take turns, however many games each of them plays."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Lets so many through at once; of those who wait, first the person who was let through longest ago."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        self._last: dict[int, int] = {}
        self._served = 0

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the length of the block."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(person)
        self._served += 1
        self._last[person] = self._served
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, person: int) -> None:
        called = asyncio.get_running_loop().create_future()
        queue = self._waiting.setdefault(person, deque())
        queue.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # It was called while it was given up: the turn is the next one's.
                self._hand_on()
            else:
                self._leave(person, called)
            raise

    def _leave(self, person: int, called: asyncio.Future[None]) -> None:
        queue = self._waiting.get(person)
        if queue is not None and called in queue:
            queue.remove(called)
            if not queue:
                del self._waiting[person]

    def _hand_on(self) -> None:
        while self._waiting:
            person = min(self._waiting, key=lambda one: self._last.get(one, 0))
            called = self._waiting[person].popleft()
            if not self._waiting[person]:
                del self._waiting[person]
            # Who has just given up has not left the queue yet.
            if not called.cancelled():
                called.set_result(None)
                return
        self._free += 1
        # Nobody waits: who was served when makes no difference any more.
        self._last.clear()
