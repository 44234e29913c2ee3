"""Epochs: data from before a restore, and data from after it.

A backup lacks numbers assigned after it, but Discord still shows them: a button may name a number that
belongs to another match now. So each restore begins an epoch.
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
    """The restores of a database, the earliest first. The epoch before the first restore is 0."""

    restores: tuple[Restore, ...] = ()

    @property
    def current(self) -> int:
        """The running epoch."""
        return self.restores[-1].epoch if self.restores else 0

    def next(self, now: datetime) -> int:
        """Return the epoch that a restore begins at `now`.

        The minute makes it unique: the same backup, restored again later, begins another epoch, although it
        contains neither.
        """
        return max(self.current + 1, (now - _BEGINNING) // _MINUTE)

    def is_match(self, epoch: int, match: int) -> bool:
        """Return whether the number `match` belongs to the same match now as in an epoch."""
        ending = self._next_to(epoch)
        return ending is not None and match <= ending.last_match

    def is_challenge(self, epoch: int, challenge: int) -> bool:
        """Return the same for a challenge."""
        ending = self._next_to(epoch)
        return ending is not None and challenge <= ending.last_challenge

    def _next_to(self, epoch: int) -> Restore | None:
        """Return the restore that ended an epoch; None for the running epoch, or one of another database."""
        lived = [0, *(restore.epoch for restore in self.restores)]
        end = lived.index(epoch) if epoch in lived else len(self.restores)
        return self.restores[end] if end < len(self.restores) else None
