"""Ports to the outside: time and randomness."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from rules.contract import Move, State


class LeaseUncertain(Exception):
    """Other processes may consider this one dead: its work is theirs, or was done by them."""


Clock = Callable[[], datetime]
"""Returns the current time, aware and in UTC."""


ReadMove = Callable[[State, str], Move]
"""Parses a typed move. Raises rules.contract.RulesError."""


class Chance(Protocol):
    """A source of randomness."""

    def choose(self, n: int) -> int:
        """Return a random number from 0 to n - 1, uniformly distributed."""


class SecretChance:
    """Unpredictable randomness."""

    def choose(self, n: int) -> int:
        return secrets.randbelow(n)


def utc_now() -> datetime:
    return datetime.now(UTC)
