"""The worker that acts at deadlines and sleeps in between."""

import logging
from datetime import datetime, timedelta
from typing import Final

from bot.chat.delivery.workers.wakeup import AFTER_OUTAGE, SOON, Wakeup, pause
from bot.kernel.timers import TimerSchedule
from bot.model.ports import Clock
from data.outages import OUTAGES

log = logging.getLogger(__name__)

_MAX_TRUST: Final = timedelta(minutes=5)
"""How long to trust the known deadline; another process may write an earlier one and die."""


class DeadlineWorker:
    """The loop that acts at the nearest deadline.

    It queries the deadline at the start, after acting, on request, and every few minutes. In between `expect`
    announces earlier deadlines.
    """

    def __init__(self, timers: TimerSchedule, clock: Clock, wakeup: Wakeup) -> None:
        self._timers = timers
        self._clock = clock
        self._wakeup = wakeup
        self._nearest: datetime | None = None
        self._asked: datetime | None = None
        self._ends = False

    def end(self) -> None:
        """Finish the current work, then `run` returns."""
        self._ends = True
        self._wakeup.ring()

    def expect(self, moment: datetime) -> None:
        """Act at `moment`, unless an earlier deadline is known."""
        if self._nearest is None or moment < self._nearest:
            self._nearest = moment
            self._wakeup.ring()

    def refresh(self) -> None:
        """Query the nearest deadline again."""
        self._asked = None
        self._wakeup.ring()

    async def run(self) -> None:
        """Act until stopped."""
        while not self._ends:
            self._wakeup.clear()
            try:
                await self._check()
            except OUTAGES as error:
                log.warning("deadlines wait for the database: %s", str(error).partition("\n")[0])
                self._asked = None
                await self._wakeup.wait(AFTER_OUTAGE)

    async def _check(self) -> None:
        """Act if a deadline is due, else sleep."""
        now = self._clock()
        if self._asked is None or now - self._asked >= _MAX_TRUST:
            await self._ask(now)
        elif self._nearest is not None and self._nearest <= now:
            if not await self._timers.act():
                # Other processes hold the claim, or a transaction holds the lock.
                await self._wakeup.wait(SOON)
            self._asked = None
        else:
            await self._wakeup.wait(pause(self._nearest, now))

    async def _ask(self, now: datetime) -> None:
        # A timer set during the query may be missing in its result.
        self._nearest, self._asked = None, now
        due = await self._timers.next_due()
        if due is not None:
            self.expect(due)
