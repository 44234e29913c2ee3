"""A token bucket: a number of requests per second, with small bursts."""

from dataclasses import dataclass
from typing import Final

USED: Final = 0.9
"""The used part of Discord's limit; the rest allows for requests that arrive late."""
AT_ONCE: Final = 0.1
"""The part of a second's requests that may be sent in a burst."""
_SLOWEST: Final = 0.5


@dataclass(frozen=True, slots=True)
class BucketShare:
    """A process's share: requests per second, and a burst."""

    per_second: float
    at_once: float


def share(limit: float, processes: int) -> BucketShare:
    """Return a process's share in a limit of requests per second.

    Within any second up to thirty processes together stay below the limit, even with full buckets.
    """
    at_once = max(1.0, AT_ONCE * limit / processes)
    return BucketShare(max(_SLOWEST, USED * limit / processes - at_once), at_once)


class TokenBucket:
    """Tokens that refill evenly; each request takes one, in advance if necessary.

    Times are seconds of a monotonic clock.
    """

    def __init__(self, share: BucketShare, now: float) -> None:
        self._share = share
        self._tokens = share.at_once
        self._counted = now

    def change(self, share: BucketShare, now: float) -> None:
        """Change the share; surplus tokens are dropped."""
        self._refill(now)
        self._share = share
        self._tokens = min(self._tokens, share.at_once)

    def wait(self, now: float) -> float:
        """Return the seconds that a request would wait for its token."""
        self._refill(now)
        return max(0.0, 1.0 - self._tokens) / self._share.per_second

    def take(self, now: float) -> float:
        """Take a token; return the seconds to wait before using it. Tokens are given in order of request."""
        wait = self.wait(now)
        self._tokens -= 1.0
        return wait

    def _refill(self, now: float) -> None:
        elapsed, self._counted = max(0.0, now - self._counted), now
        self._tokens = min(self._share.at_once, self._tokens + elapsed * self._share.per_second)
