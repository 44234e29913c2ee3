"""What the club needs from outside: the time and chance."""

import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Protocol

Clock = Callable[[], datetime]
"""Tells the time as an aware UTC moment."""


Wants = Callable[[int], Awaitable[bool]]
"""Tells whether a person (his id) wants something."""


class Chance(Protocol):
    """A source of chance."""

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""


class SecretChance:
    """Chance that nobody can foresee."""

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return secrets.randbelow(n)


async def nobody(person: int) -> bool:
    """Tell that a person does not want it."""
    del person
    return False


def utc_now() -> datetime:
    """Tell the time."""
    return datetime.now(UTC)
