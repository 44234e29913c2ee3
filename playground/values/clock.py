"""The time of the playground, injected so that tests can advance it."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The time in seconds since 1970 (UTC)."""

    def now(self) -> float:
        """Return the current time in seconds."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Return the machine's time in seconds since 1970."""
        return time.time()


def iso(moment: float) -> str:
    """Write a moment (seconds since 1970) the way Discord writes timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
