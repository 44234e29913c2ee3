"""How a match stood before its last ply, kept beside it as long as that ply can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.play.domain.match.offer_rules import OfferKind
from bot.play.storage.stored_offers import stored_offers_in
from data.records import MatchRecord, TimingRecord

_Times = tuple[tuple[int, int, int], ...]
_KINDS: Final = frozenset(OfferKind)
"""Those that this version knows."""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """The times of a match before ply `number`, and the kinds and seats of the offers that waited then.

    `times` are those of the seats after the ply: where they are others by now, somebody was given time.
    """

    number: int
    timing: TimingRecord
    offers: frozenset[tuple[OfferKind, int]]
    times: _Times


def stored_undo_point(record: MatchRecord, number: int, after: TimingRecord) -> dict[str, object]:
    """Return what the store keeps of a match before its ply `number`; `after` are its times behind that."""
    before = record.timing
    return {
        "ply": number,
        "since": before.since.isoformat(),
        "times": [list(seat) for seat in before.times],
        "turns": before.turns,
        "told": None if before.told is None else before.told.isoformat(),
        "reminders": before.reminders,
        "stalled": before.stalled,
        "silenced": before.silenced,
        "offers": [[offer.kind, offer.seat] for offer in stored_offers_in(record.offers).offers.open],
        "after": [list(seat) for seat in after.times],
    }


def undo_point_of(record: MatchRecord) -> UndoPoint | None:
    """Return how a match stood before its last ply, None where that cannot be undone."""
    return None if record.undo is None else _read(record.undo)


def _read(stored: Mapping[str, Any]) -> UndoPoint:
    told = stored["told"]
    timing = TimingRecord(
        since=datetime.fromisoformat(stored["since"]),
        times=_times(stored["times"]),
        turns=stored["turns"],
        told=None if told is None else datetime.fromisoformat(told),
        reminders=stored["reminders"],
        stalled=stored["stalled"],
        silenced=stored["silenced"],
    )
    offers = frozenset((OfferKind(kind), seat) for kind, seat in stored["offers"] if kind in _KINDS)
    return UndoPoint(stored["ply"], timing, offers, _times(stored["after"]))


def _times(stored: list[list[int]]) -> _Times:
    return tuple((left, before, given) for left, before, given in stored)
