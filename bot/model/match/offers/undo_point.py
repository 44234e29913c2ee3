"""A match's state before its last ply, stored as long as that ply can be undone."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.timing import Timing


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """The times of a match before its ply `ply`, and the kinds and seats of the `offers` that waited then.

    `after` are the times of the seats after the ply: a difference by now means a gift of time.
    """

    ply: int
    since: datetime
    times: tuple[tuple[int, int, int], ...]
    turns: int
    told: datetime | None
    reminders: int
    stalled: bool
    silenced: bool
    offers: tuple[tuple[OfferKind, int], ...]
    after: tuple[tuple[int, int, int], ...]

    @property
    def timing(self) -> Timing:
        """The times of the match before the ply."""
        return Timing(
            self.since,
            self.times,
            self.turns,
            told=self.told,
            reminders=self.reminders,
            stalled=self.stalled,
            silenced=self.silenced,
        )
