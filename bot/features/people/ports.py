"""Ports of settings: a person's games."""

from datetime import datetime
from typing import Protocol

from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.people.person_settings import PersonSettings
from data.session import Session


class LockedGamesPort(Protocol):
    """All running games of a person, locked in a transaction."""

    async def complete(self) -> bool:
        """Return whether all running games of the person are locked: none started in the meantime."""

    async def settle_times(self, now: datetime) -> None:
        """Apply the clocks up to now."""

    async def reschedule(self, settings: PersonSettings, now: datetime, *, absence_changed: bool) -> None:
        """Store the times of the person's turns under new settings."""


class PersonGamesPort(Protocol):
    """Locks and counts the games of a person."""

    async def lock(self, tx: Transaction, person: int) -> LockedGamesPort:
        """Lock all running games of a person."""

    async def count_finished(self, session: Session, person: int) -> int:
        """Return the number of a person's finished games."""
