"""Ports to the outside: time and chance."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from rules.contract import Move, State


class LeaseUncertain(Exception):
    """Other processes may consider this one dead: its work is theirs, or was done by them."""


Clock = Callable[[], datetime]
"""Returns the time as an aware UTC moment."""


ReadMove = Callable[[State, str], Move]
"""Reads a move as people type it. Raises rules.contract.RulesError."""


class Chance(Protocol):
    """A source of chance."""

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""


class SecretChance:
    """Unpredictable randomness."""

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return secrets.randbelow(n)


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)
