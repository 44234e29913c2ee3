"""The playground's time, injected so that tests can advance it."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The time in seconds since 1970 (UTC)."""

    def now(self) -> float: ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.time()


def iso(moment: float) -> str:
    """Format a moment (seconds since 1970) like Discord's timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
