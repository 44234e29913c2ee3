"""Forms of JSON in the columns of a match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import Made, OfferKind, Offers
from bot.model.match.offers.offer_rules import Offer as Open
from bot.model.match.offers.undo_point import UndoPoint
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef
from rules.contract import Outcome

_KINDS: Final = frozenset(OfferKind)
"""Those that this version knows."""
_REMEMBERED: Final = 64
"""How many of the offers made are kept; one forgotten could be made once more in a turn played again."""
_NO_OFFERS: Final = MatchOffers()


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcome of a match, and after a correction the one before and the one that counts everywhere."""

    outcome: Outcome | None = None
    first_outcome: Outcome | None = None
    neutral_outcome: Outcome | None = None


_NO_OUTCOMES: Final = Outcomes()


def outcome_in(stored: Mapping[str, Any]) -> Outcome:
    """Return an outcome that was stored."""
    return Outcome(tuple(stored["winners"]), stored["reason"])


def read_outcomes(stored: Mapping[str, Any] | None) -> Outcomes:
    """Return the outcomes in a column."""
    if stored is None:
        return _NO_OUTCOMES
    first, neutral = (outcome_in(stored[key]) if key in stored else None for key in ("first", "neutral"))
    return Outcomes(outcome_in(stored), first, neutral)


def write_outcomes(outcomes: Outcomes) -> dict[str, object] | None:
    """Return outcomes as they are stored: the earlier ones stand beside the latest."""
    if outcomes.outcome is None:
        return None
    kept = {"first": outcomes.first_outcome, "neutral": outcomes.neutral_outcome}
    beside = {key: _stored_outcome(outcome) for key, outcome in kept.items() if outcome is not None}
    return {**_stored_outcome(outcomes.outcome), **beside}


def _stored_outcome(outcome: Outcome) -> dict[str, object]:
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def read_offers(stored: Mapping[str, Any] | None) -> MatchOffers:
    """Return the offers of a match, without those of kinds only newer versions know."""
    if stored is None:
        return _NO_OFFERS
    waiting = [_offer(offer) for offer in stored["open"] if offer["what"] in _KINDS]
    return MatchOffers(
        Offers(
            tuple(Open(offer.what, offer.by, frozenset(offer.agreed)) for offer in waiting),
            frozenset(
                Made(OfferKind(kind), seat, turns) for kind, seat, turns in stored["made"] if kind in _KINDS
            ),
        ),
        {offer.what: offer.ply for offer in waiting},
        {offer.what: offer.message for offer in waiting if offer.message is not None},
    )


def _offer(stored: Mapping[str, Any]) -> OpenOffer:
    message = MessageRef(stored["channel"], stored["message"]) if "message" in stored else None
    return OpenOffer(OfferKind(stored["what"]), stored["by"], stored["ply"], tuple(stored["agreed"]), message)


def write_offers(offers: MatchOffers) -> dict[str, object] | None:
    """Return the offers of a match as they are stored."""
    if offers == _NO_OFFERS:
        return None
    made = sorted(offers.offers.made, key=lambda offer: (offer.turns, offer.seat, offer.kind))
    return {
        "open": [_stored_offer(offer) for offer in offers.waiting()],
        "made": [[offer.kind, offer.seat, offer.turns] for offer in made[-_REMEMBERED:]],
    }


def _stored_offer(offer: OpenOffer) -> dict[str, object]:
    stored = {"what": offer.what, "by": offer.by, "ply": offer.ply, "agreed": list(offer.agreed)}
    if offer.message is None:
        return stored
    return {**stored, "channel": offer.message.channel, "message": offer.message.message}


def read_undo_point(stored: Mapping[str, Any] | None) -> UndoPoint | None:
    """Return the state of a match before its last ply."""
    if stored is None:
        return None
    told = stored["told"]
    timing = Timing(
        since=datetime.fromisoformat(stored["since"]),
        times=read_times(stored["times"]),
        turns=stored["turns"],
        told=None if told is None else datetime.fromisoformat(told),
        reminders=stored["reminders"],
        stalled=stored["stalled"],
        silenced=stored["silenced"],
    )
    offers = frozenset((OfferKind(kind), seat) for kind, seat in stored["offers"] if kind in _KINDS)
    return UndoPoint(stored["ply"], timing, offers, read_times(stored["after"]))


def write_undo_point(point: UndoPoint) -> dict[str, object]:
    """Return the state of a match before its last ply as it is stored."""
    before = point.timing
    return {
        "ply": point.number,
        "since": before.since.isoformat(),
        "times": before.times,
        "turns": before.turns,
        "told": None if before.told is None else before.told.isoformat(),
        "reminders": before.reminders,
        "stalled": before.stalled,
        "silenced": before.silenced,
        "offers": sorted([kind, seat] for kind, seat in point.offers),
        "after": point.times,
    }


def read_times(stored: Iterable[Sequence[int]] | None) -> tuple[tuple[int, int, int], ...]:
    """Return the times of all seats, none without a clock."""
    return tuple((left, before, given) for left, before, given in stored or ())


def write_times(times: tuple[tuple[int, int, int], ...]) -> object:
    """Return the times of all seats as they are stored."""
    return times or None
