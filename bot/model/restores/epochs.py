"""Epochs: data from before a restore, and data from after it.

A backup does not contain later numbers, but Discord still shows them: a button there may name a match that is
another one by now. Each restore therefore begins an epoch.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

_BEGINNING: Final = datetime(2026, 1, 1, tzinfo=UTC)
_MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Restore:
    """A restore: its epoch, and the last numbers in its backup."""

    epoch: int
    last_match: int
    last_challenge: int


@dataclass(frozen=True, slots=True)
class Epochs:
    """The restores of a database, the earliest first. The epoch before the first one is 0."""

    restores: tuple[Restore, ...] = ()

    @property
    def current(self) -> int:
        """Return the epoch that runs."""
        return self.restores[-1].epoch if self.restores else 0

    def next(self, now: datetime) -> int:
        """Return the epoch that a restore begins now.

        The time distinguishes them: restoring one backup twice gives two epochs, although the backup contains
        neither.
        """
        return max(self.current + 1, (now - _BEGINNING) // _MINUTE)

    def is_match(self, epoch: int, match: int) -> bool:
        """Return whether the number `match` means the same match now as in an epoch."""
        after = self._next_to(epoch)
        return after is not None and match <= after.last_match

    def is_challenge(self, epoch: int, challenge: int) -> bool:
        """Return the same of a challenge."""
        after = self._next_to(epoch)
        return after is not None and challenge <= after.last_challenge

    def _next_to(self, epoch: int) -> Restore | None:
        """Return the restore that has ended an epoch; None where that was no epoch of this database's."""
        lived = [0, *(restore.epoch for restore in self.restores)]
        end = lived.index(epoch) if epoch in lived else len(self.restores)
        return self.restores[end] if end < len(self.restores) else None
