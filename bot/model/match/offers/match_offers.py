"""The offers of a match, open and past."""

from dataclasses import dataclass, replace
from typing import Final

from bot.model.match.offers.offer_rules import Offer, OfferKind, Offers, PastOffer
from bot.model.people.person import MessageRef

_MAX_PAST: Final = 64
"""The most past offers stored; after a take-back, an offer older than these could be repeated."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer: its seat, and the ply count when it was made.

    `agreed` are the seats that have accepted so far, ascending, if several must; `message` in `channel`
    posted it, both None until then.
    """

    what: OfferKind
    by: int
    ply: int
    agreed: tuple[int, ...] = ()
    channel: int | None = None
    message: int | None = None

    @property
    def message_ref(self) -> MessageRef | None:
        """The message that posted it."""
        if self.channel is None or self.message is None:
            return None
        return MessageRef(self.channel, self.message)


@dataclass(frozen=True, slots=True)
class MatchOffers:
    """The open offers of a match, and its latest past ones, in order."""

    open: tuple[OpenOffer, ...] = ()
    made: tuple[PastOffer, ...] = ()

    @property
    def offers(self) -> Offers:
        """The offers in the form that their rules use."""
        open_offers = (Offer(offer.what, offer.by, frozenset(offer.agreed)) for offer in self.open)
        return Offers(tuple(open_offers), frozenset(self.made))

    def after_change(self, offers: Offers, ply: int) -> "MatchOffers":
        """Return the stored offers after a change, in a match with `ply` plies."""
        old = {(offer.what, offer.by): offer for offer in self.open}
        open_offers = (
            replace(
                old.get((offer.kind, offer.seat), OpenOffer(offer.kind, offer.seat, ply)),
                agreed=tuple(sorted(offer.agreed)),
            )
            for offer in offers.open
        )
        past = sorted(offers.made, key=lambda offer: (offer.turns, offer.seat, offer.kind))
        return MatchOffers(tuple(open_offers), tuple(past[-_MAX_PAST:]))

    def with_message(self, what: OfferKind, message: MessageRef) -> "MatchOffers":
        """Return a copy with the message that posted an open offer."""
        return replace(
            self,
            open=tuple(
                replace(offer, channel=message.channel, message=message.message)
                if offer.what is what
                else offer
                for offer in self.open
            ),
        )
