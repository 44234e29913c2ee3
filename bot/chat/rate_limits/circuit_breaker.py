"""Circuit breakers: a target that refused several requests in a row is left alone for a growing time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import cachetools

IN_A_ROW: Final = 3
FIRST_REST: Final = 60.0
LONGEST_REST: Final = 3600.0
MOST: Final = 10_000
"""The most breakers kept; the least recently used is dropped first."""

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
    """For how many seconds something is left alone, and what it refused with last."""

    seconds: float
    last: _Refusal


def length(rests: int) -> float:
    """Return how many seconds something is left alone for the given time in a row, from 1 on."""
    return float(min(FIRST_REST * (1 << min(rests - 1, 10)), LONGEST_REST))


class CircuitBreakers(Generic[_Refusal]):
    """A breaker for each key. Times are seconds of a clock that is never changed.

    After IN_A_ROW refusals it is open for FIRST_REST seconds. Then one request may try; where that is refused
    the breaker is open for twice as long as before, up to LONGEST_REST. Any success closes it. After
    an answer that is neither, the next request may try.
    Nothing is kept beyond the process: one that begins anew asks everything IN_A_ROW times at most, and is
    stopped by the refusals of ten minutes, which are kept, long before they are many.
    """

    def __init__(self) -> None:
        self._breakers: cachetools.LRUCache[str, _Breaker[_Refusal]] = cachetools.LRUCache(MOST)

    def rest(self, key: str, now: float) -> Rest[_Refusal] | None:
        """Return why a request must not be made now; None where it may be."""
        breaker = self._breakers.get(key)
        if breaker is None or not breaker.rests or now >= breaker.until:
            return None
        return Rest(breaker.until - now, breaker.last)

    def let_through(self, key: str, now: float) -> None:
        """Take note that a request is made which `rest` allows.

        After a rest it is alone until its answer is there, or as long as that rest.
        """
        breaker = self._breakers.get(key)
        if breaker is not None and breaker.rests:
            breaker.until = now + length(breaker.rests)
            breaker.tried = True

    def refuse(self, key: str, now: float, refusal: _Refusal, *, sent: float | None = None) -> float | None:
        """Count a refusal; return for how many seconds the key is left alone because of it, if it is.

        Nothing is counted for a request that was `sent` before the refusal that was counted last.
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
        """Allow another request after a rest: the answer to the last one says nothing about the key."""
        breaker = self._breakers.get(key)
        if breaker is not None and breaker.tried:
            breaker.until, breaker.tried = now, False

    def succeed(self, key: str) -> None:
        """Close the breaker of a key."""
        self._breakers.pop(key, None)

    def close(self, fits: Callable[[str], bool]) -> None:
        """Close the breakers of all keys that fit."""
        for key in [key for key in self._breakers if fits(key)]:
            self.succeed(key)

    def open_ones(self, now: float) -> int:
        """Return how many keys are left alone."""
        return sum(1 for breaker in self._breakers.values() if breaker.rests and now < breaker.until)
