"""Changes of a match's offers, each recorded as an event."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import MatchOffers
from bot.model.match.offers.offer_rules import OfferKind, Offers
from bot.repositories.matches.matches import MatchRepository


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    """A player's answer to an offer, and their seat."""

    outcome: OfferOutcome
    who: int


async def store_offers(
    tx: Transaction,
    match: Match,
    offers: Offers,
    *,
    answered: OfferAnswer | None = None,
    about: OfferKind | None = None,
    with_move: bool = False,
) -> Match:
    """Store the new offers of a match, and record the new, answered and lapsed ones as events.

    `answered` is the answer to the offer `about`; other offers that are missing have lapsed. Return the
    changed match.
    """
    before = match.standing
    after = before.after_change(offers, match.plies)
    if after == before:
        return match
    changed = replace(match, standing=after)
    await tx.of(MatchRepository).save(match, changed)
    tx.record_in(
        match,
        *_answered_offers(match, before, after, answered, about),
        *_new_offers(match, before, after, with_move=with_move),
    )
    return changed


async def change_offers(tx: Transaction, match: Match, change: Callable[[Offers], Offers]) -> Match:
    """Apply a change to the open offers of a match, if there are any."""
    offers = match.standing.offers
    return await store_offers(tx, match, change(offers)) if offers.open else match


def without_open_offers(offers: Offers) -> Offers:
    return replace(offers, open=())


def _answered_offers(
    match: Match,
    before: MatchOffers,
    after: MatchOffers,
    answered: OfferAnswer | None,
    about: OfferKind | None,
) -> Iterator[OfferAnswered]:
    after_by_key = {(offer.what, offer.by): offer for offer in after.open}
    for offer in before.open:
        current = after_by_key.get((offer.what, offer.by))
        if current is not None and current.agreed == offer.agreed:
            continue
        answer = answered if answered is not None and offer.what is about else None
        yield OfferAnswered(
            match.id,
            match.plies,
            offer.what,
            offer.by,
            OfferOutcome.LAPSED if answer is None else answer.outcome,
            None if answer is None else answer.who,
            offer.message_ref,
        )


def _new_offers(
    match: Match, before: MatchOffers, after: MatchOffers, *, with_move: bool
) -> Iterator[OfferMade]:
    keys = {(offer.what, offer.by) for offer in before.open}
    for offer in after.open:
        if (offer.what, offer.by) not in keys:
            yield OfferMade(match.id, match.plies, offer.what, offer.by, with_move)
