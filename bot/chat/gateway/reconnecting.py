"""The delay before a shard with a broken connection reconnects."""

import random
from collections.abc import Callable
from time import monotonic
from typing import Final

import discord

FIRST: Final = 1.0
LONGEST: Final = 10.0
"""The longest delay in seconds: after an outage of any length the bot returns soon after Discord."""
FORGOTTEN_AFTER: Final = 60.0
"""Seconds without a try after which the delays start again."""


class Backoff:
    """The delays between tries: doubled each time up to LONGEST, then randomly shortened by up to half.

    discord.py's own delays grow to 17 minutes. The jitter keeps processes that lost Discord together from
    returning together.
    """

    def __init__(
        self, *, clock: Callable[[], float] = monotonic, chance: Callable[[], float] = random.random
    ) -> None:
        self._clock = clock
        self._chance = chance
        self._tried = float("-inf")
        self._failures = 0

    def delay(self) -> float:
        """Return the seconds to wait after another failure."""
        now = self._clock()
        if now - self._tried > FORGOTTEN_AFTER:
            self._failures = 0
        pause: float = min(FIRST * (1 << min(self._failures, 10)), LONGEST)
        self._failures += 1
        pause *= 1 - self._chance() / 2
        self._tried = now + pause
        return pause


def patch_reconnect_backoff() -> None:
    """Patch the reconnect backoff of discord.py's shards."""
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined,assignment]  # the only way in
