"""A token bucket: a number of requests a second, a few of them at once."""

from dataclasses import dataclass
from typing import Final

USED: Final = 0.9
"""How much of Discord's limit is used: the rest is room for what arrives later than it was sent."""
AT_ONCE: Final = 0.1
"""How much of a second's requests may go out at once."""
_SLOWEST: Final = 0.5


@dataclass(frozen=True, slots=True)
class BucketShare:
    """A process's share: requests a second, and a burst."""

    per_second: float
    at_once: float


def share(limit: float, processes: int) -> BucketShare:
    """Return the share of one of several processes in a limit of requests a second.

    Within any second all of them together (thirty at most) stay below the limit, whatever they have saved up.
    """
    at_once = max(1.0, AT_ONCE * limit / processes)
    return BucketShare(max(_SLOWEST, USED * limit / processes - at_once), at_once)


class TokenBucket:
    """Tokens that refill evenly; each request takes one, in advance if necessary.

    Times are seconds of a clock that is never changed.
    """

    def __init__(self, share: BucketShare, now: float) -> None:
        self._share = share
        self._tokens = share.at_once
        self._counted = now

    def change(self, share: BucketShare, now: float) -> None:
        """Change the share."""
        self._refill(now)
        self._share = share
        self._tokens = min(self._tokens, share.at_once)

    def wait(self, now: float) -> float:
        """Return how many seconds a request would have to wait for its token."""
        self._refill(now)
        return max(0.0, 1.0 - self._tokens) / self._share.per_second

    def take(self, now: float) -> float:
        """Take a token, and return the seconds to wait before using it: first come, first served."""
        wait = self.wait(now)
        self._tokens -= 1.0
        return wait

    def _refill(self, now: float) -> None:
        elapsed, self._counted = max(0.0, now - self._counted), now
        self._tokens = min(self._share.at_once, self._tokens + elapsed * self._share.per_second)
