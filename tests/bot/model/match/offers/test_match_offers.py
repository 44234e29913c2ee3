"""Offers with the ply and the message in which each was made."""

from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import Offer, OfferKind, Offers
from bot.model.people.person import MessageRef

CARD = MessageRef(70, 900)
DRAW, TAKE_BACK = Offer(OfferKind.DRAW, 0), Offer(OfferKind.TAKE_BACK, 1)
OFFERED = MatchOffers().changed_to(Offers((DRAW,)), 4).told_in(OfferKind.DRAW, CARD)


def test_a_waiting_offer_keeps_its_ply_and_message() -> None:
    assert OFFERED.changed_to(Offers((DRAW, TAKE_BACK)), 6).open == (
        OpenOffer(OfferKind.DRAW, 0, 4, channel=CARD.channel, message=CARD.message),
        OpenOffer(OfferKind.TAKE_BACK, 1, 6),
    )


def test_the_same_offer_by_another_seat_is_new() -> None:
    assert OFFERED.changed_to(Offers((Offer(OfferKind.DRAW, 1),)), 6).open == (
        OpenOffer(OfferKind.DRAW, 1, 6),
    )


def test_a_settled_offer_leaves_nothing() -> None:
    assert OFFERED.changed_to(Offers(), 6) == MatchOffers()
