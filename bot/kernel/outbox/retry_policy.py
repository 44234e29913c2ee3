"""The delays between delivery attempts, and when to give up."""

from datetime import datetime, timedelta
from typing import Final

FIRST: Final = timedelta(seconds=2)
LONGEST: Final = timedelta(minutes=15)
ENOUGH: Final = timedelta(days=3)


def pause(failures: int) -> timedelta:
    """Return the delay after a number of failures, from 1: doubled each time, up to a cap."""
    doublings = min(failures - 1, 20)
    return min(FIRST * (1 << doublings), LONGEST)


def is_hopeless(created: datetime, now: datetime) -> bool:
    """Return whether attempts have lasted long enough to give up."""
    return now - created >= ENOUGH
