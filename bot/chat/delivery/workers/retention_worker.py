"""The worker that deletes expired rows, in rounds of small steps with pauses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.chat.core.ports import RetentionPort
from data.outages import OUTAGES

log = logging.getLogger(__name__)

FIRST_AFTER: Final = 300.0
"""Seconds until the first round: the start is busy enough."""
EVERY: Final = 6 * 3600.0
REST: Final = 0.5
"""Seconds between two steps, many times the length of a step."""


class RetentionWorker:
    """The loop that deletes expired rows. `rest` sleeps for a number of seconds."""

    def __init__(
        self, retention: RetentionPort, rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._retention = retention
        self._rest = rest

    async def run(self) -> None:
        """Run rounds until cancelled. After a database error, retry in the next round."""
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
