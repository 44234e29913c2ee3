"""The offers of a match, open and past."""

from dataclasses import dataclass, replace
from typing import Final

from bot.model.match.offers.offer_rules import Offer, OfferKind, Offers, PastOffer
from bot.model.people.person import MessageRef

_REMEMBERED: Final = 64
"""The number of stored past offers; after a take-back, a dropped one could be made again."""


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
    """The open offers of a match, and all past ones, the latest last."""

    open: tuple[OpenOffer, ...] = ()
    made: tuple[PastOffer, ...] = ()

    @property
    def offers(self) -> Offers:
        """The offers in the form that their rules use."""
        waiting = (Offer(offer.what, offer.by, frozenset(offer.agreed)) for offer in self.open)
        return Offers(tuple(waiting), frozenset(self.made))

    def after_change(self, offers: Offers, ply: int) -> "MatchOffers":
        """Return the stored offers after a change, in a match with `ply` plies."""
        old = {(offer.what, offer.by): offer for offer in self.open}
        waiting = (
            replace(
                old.get((offer.kind, offer.seat), OpenOffer(offer.kind, offer.seat, ply)),
                agreed=tuple(sorted(offer.agreed)),
            )
            for offer in offers.open
        )
        made = sorted(offers.made, key=lambda offer: (offer.turns, offer.seat, offer.kind))
        return MatchOffers(tuple(waiting), tuple(made[-_REMEMBERED:]))

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
