"""The watch: has the timekeeper act when time has come, and rests until then."""

from bot.chat.news import News, pause
from bot.play.ports import Clock
from bot.play.timekeeper import Timekeeper


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
            if not await self._timekeeper.act() and not self._ends:
                await self._news.wait(pause(await self._timekeeper.next_due(), self._clock()))
