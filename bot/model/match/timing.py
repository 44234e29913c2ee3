"""The times of a match: of its seats, the current turn, and the messages about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Timing:
    """The state of a match's times.

    `times` are by seat: the remaining microseconds, the microseconds before the latest increment, and the
    given days; empty without a clock. While a match is `paused` the player to act keeps the remaining time.
    `turns` counts the players' plies, `since` is the start of the current turn, `told` the time of the last
    message to its player. `due` is the next moment at which time has an effect.
    """

    since: datetime
    times: tuple[tuple[int, int, int], ...] = ()
    turns: int = 0
    deadline: datetime | None = None
    claimable: bool = False
    due: datetime | None = None
    told: datetime | None = None
    reminders: int = 0
    stalled: bool = False
    silenced: bool = False
    paused: datetime | None = None

    @property
    def deadline_mentioned(self) -> bool:
        """Whether messages have mentioned the current turn's deadline."""
        return self.claimable or (self.told is not None and self.told > self.since)

    def granted_days(self, seat: int | None) -> int:
        """Return the days given to a seat so far."""
        return self.times[seat][2] if self.times and seat is not None else 0

    def remaining_times(self, players: int) -> tuple[timedelta | None, ...]:
        """Return the remaining time by seat, None without a clock."""
        return tuple(remaining * TICK for remaining, _, _ in self.times) or (None,) * players
