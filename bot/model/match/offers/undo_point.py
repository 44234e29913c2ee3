"""A match's state before its last ply, stored as long as that ply can be undone."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.timing import Timing


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """A match's times before its ply `ply`, and the kinds and seats of the `offers` open then.

    `after` are the seats' times after the ply: if they differ now, time was given.
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
        """The match's times before the ply."""
        return Timing(
            self.since,
            self.times,
            self.turns,
            told=self.told,
            reminders=self.reminders,
            stalled=self.stalled,
            silenced=self.silenced,
        )
