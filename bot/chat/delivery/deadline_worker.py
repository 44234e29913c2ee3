"""The watch: has the timekeeper act when time has come, and rests until then."""

import asyncio
from typing import Final

from bot.chat.delivery.wakeup import Wakeup, pause
from bot.play.deadline_schedule import DeadlineSchedule
from bot.play.ports import Clock

_GATHERING: Final = 0.05
"""Seconds for which what happens is gathered: however much it is, one look at the deadlines follows."""


class DeadlineWorker:
    """The loop that acts at the nearest deadline; anything that happens may bring a nearer one."""

    def __init__(self, deadline_schedule: DeadlineSchedule, clock: Clock, wakeup: Wakeup) -> None:
        self._deadline_schedule = deadline_schedule
        self._clock = clock
        self._wakeup = wakeup
        self._ends = False

    def end(self) -> None:
        """Let `run` return when what it is doing is done."""
        self._ends = True
        self._wakeup.ring()

    async def run(self) -> None:
        """Act until told to end."""
        while not self._ends:
            self._wakeup.clear()
            due, now = await self._deadline_schedule.next_due(), self._clock()
            if due is not None and due <= now:
                await self._deadline_schedule.act()
            elif not self._ends:
                await self._wakeup.wait(pause(due, now))
                await asyncio.sleep(_GATHERING)
