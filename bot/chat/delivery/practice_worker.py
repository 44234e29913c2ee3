"""The worker that sees to engines' turns nobody waits for any more: a process has died, or was busy."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.play.practice.practice import Practice
from data.outages import OUTAGES

log = logging.getLogger(__name__)

EVERY: Final = 15.0


class PracticeWorker:
    """The loop that looks for such turns. `rest` waits for so many seconds."""

    def __init__(self, practice: Practice, rest: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._practice = practice
        self._rest = rest

    async def run(self) -> None:
        """Look now and then until cancelled; what the database refuses is left for the next time."""
        while True:
            try:
                await self._practice.see_to_forgotten()
            except OUTAGES as error:
                log.warning("engines' turns were not looked at, will be tried again: %s", error)
            await self._rest(EVERY)
