"""The times of a match: of its seats, of the turn that runs, and of what its player was told."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Timing:
    """How the times of a match stand.

    `times` are by seat the microseconds left, those before the latest increment, and the days given; empty
    without a clock. While a match is `paused` the player to act has what was left then. `turns` counts the
    plies of players, `since` is when the running turn began, `told` when its player was told something for
    the last time. `due` is when time will next have done something.
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
    def was_told(self) -> bool:
        """Whether messages have spoken of the time of the running turn."""
        return self.claimable or (self.told is not None and self.told > self.since)

    def given_to(self, seat: int | None) -> int:
        """Return the days that a seat was given so far."""
        return self.times[seat][2] if self.times and seat is not None else 0

    def left(self, players: int) -> tuple[timedelta | None, ...]:
        """Return the time left by seat, None without a clock."""
        return tuple(remaining * TICK for remaining, _, _ in self.times) or (None,) * players
