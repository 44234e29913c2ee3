"""The watch: has the timekeeper act when time has come, and rests until then."""

import asyncio
from typing import Final

from bot.chat.news import News, pause
from bot.play.ports import Clock
from bot.play.timekeeper import Timekeeper

_GATHERING: Final = 0.05
"""Seconds for which what happens is gathered: however much it is, one look at the deadlines follows."""


class Watch:
    """The loop that acts at the nearest deadline; anything that happens may bring a nearer one."""

    def __init__(self, timekeeper: Timekeeper, clock: Clock, news: News) -> None:
        self._timekeeper = timekeeper
        self._clock = clock
        self._news = news
        self._ends = False

    def end(self) -> None:
        """Let `run` return when what it is doing is done."""
        self._ends = True
        self._news.ring()

    async def run(self) -> None:
        """Act until told to end."""
        while not self._ends:
            self._news.clear()
            due, now = await self._timekeeper.next_due(), self._clock()
            if due is not None and due <= now:
                await self._timekeeper.act()
            elif not self._ends:
                await self._news.wait(pause(due, now))
                await asyncio.sleep(_GATHERING)
