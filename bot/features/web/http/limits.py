"""Limits on requests: by session, by person, by address."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import cachetools

_KNOWN: Final = 50_000
"""The maximum number of keys in memory; the least recently used is dropped first."""
SESSION_SHARE: Final = 0.75
"""A session's share of its person's rates: a runaway tab leaves capacity for the person's other sessions."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests per second, and the size of a burst."""

    per_second: float
    at_once: float


class RequestKind(Enum):
    """The kinds of requests that are counted separately."""

    OPENING = Rate(20, 200)
    """Exchanges of links and of codes, by address."""
    FAILURE = Rate(0.2, 30)
    """Refused tokens, by address, to slow down guessing."""
    PAGE = Rate(10, 100)
    """Files and public pages, by address."""
    READ = Rate(10, 60)
    """Views, by person and session."""
    EXPLORE = Rate(3, 30)
    """Variations, by person and session: each is played through."""
    PICTURE = Rate(4, 40)
    """Pictures and checks of dice, by person and session."""
    WRITE = Rate(2, 20)
    """Writes, by person and session."""
    STREAM = Rate(1, 20)
    """Streams, by person and session."""


class TooFast(Exception):
    """Too many requests: another one is possible after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too many requests")
        self.seconds = max(1, math.ceil(seconds))


class RequestLimits:
    """Counts requests. `monotonic` is a monotonic clock in seconds."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._left: cachetools.LRUCache[tuple[RequestKind, object], tuple[float, float]] = (
            cachetools.LRUCache(_KNOWN)
        )

    def take_in_session(self, kind: RequestKind, session: str, person: int) -> None:
        """Count a request for its session and for its person. Raises TooFast."""
        now = self._monotonic()
        of_session = self._tokens(kind, session, now, SESSION_SHARE)
        of_person = self._tokens(kind, person, now)
        # A refused request counts for neither.
        self._left[kind, session], self._left[kind, person] = (of_session - 1, now), (of_person - 1, now)

    def take(self, kind: RequestKind, key: object) -> None:
        """Count a request. Raises TooFast."""
        now = self._monotonic()
        self._left[kind, key] = (self._tokens(kind, key, now) - 1, now)

    def _tokens(self, kind: RequestKind, key: object, now: float, share: float = 1.0) -> float:
        """Return the requests left at a time, at least 1. Raises TooFast."""
        rate = Rate(kind.value.per_second * share, kind.value.at_once * share)
        tokens, since = self._left.get((kind, key), (rate.at_once, now))
        tokens = min(rate.at_once, tokens + (now - since) * rate.per_second)
        if tokens < 1:
            raise TooFast((1 - tokens) / rate.per_second)
        return tokens
