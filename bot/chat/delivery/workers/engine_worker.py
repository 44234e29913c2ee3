"""The worker that plays engines' moves and answers offers, including overdue ones."""

import asyncio
import logging
from typing import Final

from bot.chat.core.ports import EngineTurnsPort
from data.outages import OUTAGES

log = logging.getLogger(__name__)

EVERY: Final = 15.0
"""Seconds between searches for overdue turns, left by a dead process or a lack of free engines."""


class EngineWorker:
    """The loop that runs engines' turns."""

    def __init__(self, turns: EngineTurnsPort, every: float = EVERY) -> None:
        self._turns = turns
        self._every = every

    async def run(self) -> None:
        """Play engines' turns until cancelled; after a database error, retry in the next round."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._on_signal())
            # It may take minutes after a long outage; a person who has just moved must not wait for it.
            both.create_task(self._check())

    async def _on_signal(self) -> None:
        while True:
            await self._turns.run()

    async def _check(self) -> None:
        while True:
            try:
                await self._turns.resume_forgotten()
            except OUTAGES as error:
                log.warning("checking the engines' turns failed, will be retried: %s", error)
            await asyncio.sleep(self._every)
