"""The worker that deletes expired rows: now and then a round, in small steps with rests between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.chat.core.ports import RetentionPort
from data.outages import OUTAGES

log = logging.getLogger(__name__)

FIRST_AFTER: Final = 300.0
"""Seconds after the start until the first round: many have other wishes then."""
EVERY: Final = 6 * 3600.0
REST: Final = 0.5
"""Seconds between two steps, many times as long as a step takes."""


class RetentionWorker:
    """The loop over the old rows. `rest` sleeps for some seconds."""

    def __init__(
        self, retention: RetentionPort, rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._retention = retention
        self._rest = rest

    async def run(self) -> None:
        """Go round until cancelled. After an error of the database, try again in the next round."""
        await self._rest(FIRST_AFTER)
        while True:
            try:
                forgotten = await self._retention.forget(lambda: self._rest(REST))
            except OUTAGES as error:
                log.warning("deleting expired rows failed, will be retried: %s", error)
            else:
                if forgotten:
                    log.info("deleted %d expired rows", forgotten)
            await self._rest(EVERY)
