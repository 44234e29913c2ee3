"""How long a shard whose connection broke waits before it tries again."""

import random
from collections.abc import Callable
from time import monotonic
from typing import Final

import discord

FIRST: Final = 1.0
LONGEST: Final = 10.0
"""Seconds between two tries at most: a bot is back soon after Discord is, however long that was away."""
FORGOTTEN_AFTER: Final = 60.0
"""Seconds without a try after which the delays start again."""


class Backoff:
    """The pauses between tries: doubled each time up to LONGEST, then shortened by chance by up to a half.

    discord.py's own grow to 17 minutes. By chance, so that processes that lost Discord together do not come
    back together.
    """

    def __init__(
        self, *, clock: Callable[[], float] = monotonic, chance: Callable[[], float] = random.random
    ) -> None:
        self._clock = clock
        self._chance = chance
        self._tried = float("-inf")
        self._failures = 0

    def delay(self) -> float:
        """Return how many seconds to wait after one more failure."""
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
