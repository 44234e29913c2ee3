"""Turns of searches: waiting people come first, and people take turns however many games they play."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Admits `at_once` questions at a time, at most `patient` of them without a waiting person.

    Questions with a waiting person come first. In both groups the person whose last turn is longest ago comes
    first.
    """

    def __init__(self, at_once: int, patient: int | None = None) -> None:
        self._free = at_once
        self._free_patient = at_once if patient is None else patient
        self._queues: dict[bool, dict[int, deque[asyncio.Future[None]]]] = {True: {}, False: {}}
        self._last: dict[int, int] = {}
        self._served = 0

    @asynccontextmanager
    async def turn(self, person: int, *, waits: bool = True) -> AsyncIterator[None]:
        """Wait for a turn, and hold it during the block."""
        if self._has_place(waits=waits):
            self._take(waits=waits)
        else:
            await self._wait(person, waits=waits)
        self._served += 1
        self._last[person] = self._served
        try:
            yield
        finally:
            self._hand_on(waits=waits)

    def _has_place(self, *, waits: bool) -> bool:
        return self._free > 0 and (waits or self._free_patient > 0)

    def _take(self, *, waits: bool) -> None:
        self._free -= 1
        self._free_patient -= not waits

    async def _wait(self, person: int, *, waits: bool) -> None:
        turn = asyncio.get_running_loop().create_future()
        queue = self._queues[waits].setdefault(person, deque())
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The turn was granted during the cancellation: pass it on.
                self._hand_on(waits=waits)
            else:
                self._leave(person, turn, waits=waits)
            raise

    def _leave(self, person: int, turn: asyncio.Future[None], *, waits: bool) -> None:
        queue = self._queues[waits].get(person)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[waits][person]

    def _hand_on(self, *, waits: bool) -> None:
        self._free += 1
        self._free_patient += not waits
        for waiting in (True, False):
            while self._has_place(waits=waiting) and (turn := self._next(waits=waiting)) is not None:
                # A cancelled caller may still be in the queue.
                if not turn.cancelled():
                    self._take(waits=waiting)
                    turn.set_result(None)
        if not any(self._queues.values()):
            # The queues are empty: the order of the last turns no longer matters.
            self._last.clear()

    def _next(self, *, waits: bool) -> asyncio.Future[None] | None:
        queues = self._queues[waits]
        if not queues:
            return None
        person = min(queues, key=lambda person: self._last.get(person, 0))
        turn = queues[person].popleft()
        if not queues[person]:
            del queues[person]
        return turn
