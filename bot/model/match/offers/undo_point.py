"""How a match stood before its last ply, kept beside it as long as that ply can be undone."""

from dataclasses import dataclass

from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.timing import Timing


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """The times of a match before ply `number`, and the kinds and seats of the offers that waited then.

    `times` are those of the seats after the ply: where they are others by now, somebody was given time.
    """

    number: int
    timing: Timing
    offers: frozenset[tuple[OfferKind, int]]
    times: tuple[tuple[int, int, int], ...]
