"""Limits on requests: by session, by person, by address."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import cachetools

_KNOWN: Final = 50_000
"""The most keys that are remembered; the longest unused go first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests a second, and so many at once."""

    per_second: float
    at_once: float


class RequestKind(Enum):
    """The kinds of requests that are counted apart."""

    OPENING = Rate(20, 200)
    """Exchanges of links and of codes, by address."""
    FAILURE = Rate(0.2, 30)
    """Refused tokens, by address: who guesses is slowed down."""
    PAGE = Rate(10, 100)
    """Files and public pages, by address."""
    READ = Rate(10, 60)
    """Views, by person."""
    EXPLORE = Rate(3, 30)
    """Variations, by person: each is played through."""
    PICTURE = Rate(4, 40)
    """Pictures, by person."""
    WRITE = Rate(2, 20)
    """Writes, by person."""
    STREAM = Rate(1, 20)
    """Streams, by person."""


class TooFast(Exception):
    """Too many requests: `seconds` from now there is room for another one."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too many requests")
        self.seconds = max(1, math.ceil(seconds))


class RequestLimits:
    """Counts requests. `monotonic` is a clock in seconds that is never changed."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._left: cachetools.LRUCache[tuple[RequestKind, object], tuple[float, float]] = (
            cachetools.LRUCache(_KNOWN)
        )

    def take(self, kind: RequestKind, who: object) -> None:
        """Count a request. Raises TooFast."""
        rate, now = kind.value, self._monotonic()
        tokens, since = self._left.get((kind, who), (rate.at_once, now))
        tokens = min(rate.at_once, tokens + (now - since) * rate.per_second)
        if tokens < 1:
            raise TooFast((1 - tokens) / rate.per_second)
        self._left[kind, who] = (tokens - 1, now)
