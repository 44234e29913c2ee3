"""Changes of the offers of a match: written, and recorded one by one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.play.domain.events import OfferAnswered, OfferFate, OfferMade
from bot.play.domain.match.offer_rules import OfferKind, Offers
from bot.play.storage.mappers import header_of
from bot.play.storage.stored_offers import StoredOffers, stored_offers_in
from bot.play.storage.unit_of_work import Transaction
from data.records import MatchRecord


@dataclass(frozen=True, slots=True)
class Answered:
    """What a player did to an offer, and on which seat."""

    fate: OfferFate
    who: int


async def store_offers(
    tx: Transaction,
    record: MatchRecord,
    offers: Offers,
    *,
    answered: Answered | None = None,
    about: OfferKind | None = None,
    with_move: bool = False,
) -> MatchRecord:
    """Write the offers of a match as they are now, and record each that is new, answered or gone.

    `answered` is what became of the one `about`; others that are gone have lapsed. Return the match so.
    """
    before = stored_offers_in(record.offers)
    after = before.changed_to(offers, record.plies)
    stored = after.stored()
    if stored == before.stored():
        return record
    await tx.matches.set_offers(record.id, stored)
    tx.record(
        *_gone(record, before, after, answered, about), *_new(record, before, after, with_move=with_move)
    )
    return replace(record, offers=stored)


async def change_offers(
    tx: Transaction, record: MatchRecord, change: Callable[[Offers], Offers]
) -> MatchRecord:
    """Write what becomes of open offers, if there are any, when something else happens in a match."""
    if record.offers is None:
        return record
    offers = stored_offers_in(record.offers).offers
    return await store_offers(tx, record, change(offers)) if offers.open else record


def none_left(offers: Offers) -> Offers:
    """Return what remains of offers where all of them lapse."""
    return replace(offers, open=())


def _gone(
    record: MatchRecord,
    before: StoredOffers,
    after: StoredOffers,
    answered: Answered | None,
    about: OfferKind | None,
) -> Iterator[OfferAnswered]:
    now = {(offer.what, offer.by): offer for offer in after.waiting()}
    for offer in before.waiting():
        left = now.get((offer.what, offer.by))
        if left is not None and left.agreed == offer.agreed:
            continue
        became = answered if answered is not None and offer.what is about else None
        yield OfferAnswered(
            header_of(record),
            record.plies,
            offer.what,
            offer.by,
            OfferFate.LAPSED if became is None else became.fate,
            None if became is None else became.who,
            offer.message,
        )


def _new(
    record: MatchRecord, before: StoredOffers, after: StoredOffers, *, with_move: bool
) -> Iterator[OfferMade]:
    known = {(offer.what, offer.by) for offer in before.waiting()}
    for offer in after.waiting():
        if (offer.what, offer.by) not in known:
            yield OfferMade(header_of(record), record.plies, offer.what, offer.by, with_move)
