"""Invalid requests: Discord bans an address with too many of them (401, 403, 429) within ten minutes."""

from collections import deque
from typing import Final

BANNED_AT: Final = 10_000
STOP_AT: Final = BANNED_AT // 10
GO_ON_BELOW: Final = STOP_AT * 9 // 10
WINDOW: Final = 600.0
_STEP: Final = 10.0
"""The resolution of the count in seconds."""


class InvalidRequests:
    """Counts the invalid requests of this process and of the others within ten minutes."""

    def __init__(self) -> None:
        self._counts: deque[tuple[int, int]] = deque()
        self._sum = 0
        self.others = 0
        """The other processes' count, as last read."""

    def count(self, now: float) -> None:
        step = int(now // _STEP)
        self._sum += 1
        if self._counts and self._counts[-1][0] == step:
            step, before = self._counts.pop()
            self._counts.append((step, before + 1))
        else:
            self._counts.append((step, 1))

    def own(self, now: float) -> int:
        """Return the count of this process, rounded up."""
        oldest = int((now - WINDOW) // _STEP)
        while self._counts and self._counts[0][0] < oldest:
            self._sum -= self._counts.popleft()[1]
        return self._sum

    def total(self, now: float) -> int:
        """Return the count of all processes."""
        return self.own(now) + self.others
