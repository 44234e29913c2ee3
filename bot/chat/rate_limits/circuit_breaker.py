"""Circuit breakers: after several refusals in a row a target gets no requests for a growing time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import cachetools

IN_A_ROW: Final = 3
FIRST_REST: Final = 60.0
MAX_REST: Final = 3600.0
MOST: Final = 10_000
"""The most breakers kept; the least recently used is dropped."""

_Refusal = TypeVar("_Refusal")


@dataclass(slots=True)
class _Breaker(Generic[_Refusal]):
    last: _Refusal
    refused: float
    refusals: int = 1
    rests: int = 0
    until: float = 0.0
    tried: bool = False

    def rest(self, now: float) -> None:
        self.rests += 1
        self.until = now + length(self.rests)
        self.tried = False


@dataclass(frozen=True, slots=True)
class Rest(Generic[_Refusal]):
    """The seconds a target is on hold, and its last refusal."""

    seconds: float
    last: _Refusal


def length(rests: int) -> float:
    """Return the seconds of the `rests`th hold in a row, counted from 1."""
    return float(min(FIRST_REST * (1 << min(rests - 1, 10)), MAX_REST))


class CircuitBreakers(Generic[_Refusal]):
    """A breaker for each key. Times are seconds of a monotonic clock.

    After IN_A_ROW refusals a breaker opens for FIRST_REST seconds. Then one request may try; if it is refused
    the breaker opens for twice as long, up to MAX_REST. Any success closes it. After an answer that is
    neither, the next request may try.

    Breakers end with the process: a new process sends at most IN_A_ROW requests to each target, and the
    stored count of refusals within ten minutes stops it long before these are many.
    """

    def __init__(self) -> None:
        self._breakers: cachetools.LRUCache[str, _Breaker[_Refusal]] = cachetools.LRUCache(MOST)

    def rest(self, key: str, now: float) -> Rest[_Refusal] | None:
        """Return the hold of a key, None if a request may be sent."""
        breaker = self._breakers.get(key)
        if breaker is None or not breaker.rests or now >= breaker.until:
            return None
        return Rest(breaker.until - now, breaker.last)

    def record_sent(self, key: str, now: float) -> None:
        """Record that a request allowed by `rest` is sent.

        After a hold no other request is allowed until its answer, or for as long as that hold.
        """
        breaker = self._breakers.get(key)
        if breaker is not None and breaker.rests:
            breaker.until = now + length(breaker.rests)
            breaker.tried = True

    def refuse(self, key: str, now: float, refusal: _Refusal, *, sent: float | None = None) -> float | None:
        """Count a refusal; return the seconds of the hold that it causes, if any.

        A request `sent` before the last counted refusal does not count.
        """
        breaker = self._breakers.get(key)
        if breaker is None:
            self._breakers[key] = _Breaker(refusal, now)
            return None
        late = sent is not None and sent < breaker.refused
        if late or (breaker.rests and not breaker.tried):
            return None
        breaker.refusals, breaker.last, breaker.refused = breaker.refusals + 1, refusal, now
        if breaker.refusals < IN_A_ROW:
            return None
        breaker.rest(now)
        return length(breaker.rests)

    def retry(self, key: str, now: float) -> None:
        """Allow another request after a hold: the last answer was inconclusive."""
        breaker = self._breakers.get(key)
        if breaker is not None and breaker.tried:
            breaker.until, breaker.tried = now, False

    def succeed(self, key: str) -> None:
        """Close a key's breaker."""
        self._breakers.pop(key, None)

    def close(self, fits: Callable[[str], bool]) -> None:
        """Close all matching keys' breakers."""
        for key in [key for key in self._breakers if fits(key)]:
            self.succeed(key)

    def count_on_hold(self, now: float) -> int:
        """Return the number of keys on hold."""
        return sum(1 for breaker in self._breakers.values() if breaker.rests and now < breaker.until)
