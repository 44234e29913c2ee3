"""A match's offers: their plies and messages, and the memory of past offers."""

from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import Offer, OfferKind, Offers, PastOffer
from bot.model.people.person import MessageRef

CARD = MessageRef(70, 900)
DRAW, TAKE_BACK = Offer(OfferKind.DRAW, 0), Offer(OfferKind.TAKE_BACK, 1)
OFFERED = MatchOffers().after_change(Offers((DRAW,)), 4).with_message(OfferKind.DRAW, CARD)


def test_an_open_offer_keeps_its_ply_and_message() -> None:
    assert OFFERED.after_change(Offers((DRAW, TAKE_BACK)), 6).open == (
        OpenOffer(OfferKind.DRAW, 0, 4, channel=CARD.channel, message=CARD.message),
        OpenOffer(OfferKind.TAKE_BACK, 1, 6),
    )


def test_the_same_offer_by_another_seat_is_new() -> None:
    assert OFFERED.after_change(Offers((Offer(OfferKind.DRAW, 1),)), 6).open == (
        OpenOffer(OfferKind.DRAW, 1, 6),
    )


def test_a_settled_offer_leaves_nothing() -> None:
    assert OFFERED.after_change(Offers(), 6) == MatchOffers()


def test_stored_offers_convert_to_rules_offers_and_back() -> None:
    past = (PastOffer(OfferKind.DRAW, 0, 2), PastOffer(OfferKind.ABORT, 1, 3))
    stored = MatchOffers((OpenOffer(OfferKind.DRAW, 0, 4, agreed=(1, 3)),), past)
    offers = Offers((Offer(OfferKind.DRAW, 0, frozenset({3, 1})),), frozenset(past))
    assert stored.offers == offers
    assert MatchOffers().after_change(offers, 4) == stored


def test_the_latest_past_offers_are_remembered() -> None:
    past = [PastOffer(OfferKind.DRAW, seat, turn) for turn in range(35) for seat in (0, 1)]
    assert MatchOffers().after_change(Offers((), frozenset(past)), 80).made == tuple(past[6:])


def test_a_message_belongs_to_one_offer() -> None:
    offers = MatchOffers((OpenOffer(OfferKind.DRAW, 0, 4), OpenOffer(OfferKind.ABORT, 1, 4)))
    draw, abort = offers.with_message(OfferKind.ABORT, CARD).open
    assert (draw.message_ref, abort.message_ref) == (None, CARD)
