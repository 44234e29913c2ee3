"""Wakeups of workers after commits."""

import asyncio
import contextlib
from datetime import datetime

from bot.kernel.transactions.unit_of_work import Change

MIN_WAIT = 0.05
MAX_WAIT = 60.0
SOON = 1.0
"""Seconds until the next check of work claimed by another process."""
AFTER_OUTAGE = 2.0
"""Seconds until an unreachable database is tried again."""


class Wakeup:
    """An event, set after a commit that wrote work for a loop. Every loop has its own event."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._others: list[Wakeup] = []

    def another(self) -> "Wakeup":
        """Return a wakeup for another loop; it rings whenever this one does."""
        other = Wakeup()
        self._others.append(other)
        return other

    def ring(self) -> None:
        """Wake the worker."""
        self._rung.set()
        for other in self._others:
            other.ring()

    def on_commit(self, _: Change) -> None:
        """Ring after a commit: it may have written work, due now or later."""
        self.ring()

    def clear(self) -> None:
        """Drop pending wakeups."""
        self._rung.clear()

    async def wait(self, seconds: float) -> None:
        """Return when it rings, or after `seconds`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), timeout=seconds)


def pause(due: datetime | None, now: datetime) -> float:
    """Return the seconds to sleep until `due`; capped, since the clock may be set forward."""
    wait = MAX_WAIT if due is None else (due - now).total_seconds()
    return min(max(wait, MIN_WAIT), MAX_WAIT)
