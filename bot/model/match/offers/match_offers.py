"""The offers of a match, as they wait and as they were made."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.model.match.offers.offer_rules import Offer as Open
from bot.model.match.offers.offer_rules import OfferKind, Offers
from bot.model.people.person import MessageRef


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that waits for an answer: by which seat, and after how many plies it was made.

    `agreed` are the seats that have accepted so far, where more than one must; `message` is the one it was
    told in, once that is posted.
    """

    what: OfferKind
    by: int
    ply: int
    agreed: tuple[int, ...] = ()
    message: MessageRef | None = None


@dataclass(frozen=True, slots=True)
class MatchOffers:
    """The offers of a match, with what the rules of offers need not know: where and when each was made."""

    offers: Offers = field(default_factory=Offers)
    plies: Mapping[OfferKind, int] = field(default_factory=dict)
    messages: Mapping[OfferKind, MessageRef] = field(default_factory=dict)

    def waiting(self) -> tuple[OpenOffer, ...]:
        """Return the open offers as they are shown."""
        return tuple(map(self._shown, self.offers.open))

    def changed_to(self, offers: Offers, ply: int) -> "MatchOffers":
        """Return the stored offers after a change, when the match had `ply` plies."""
        old = {offer.kind: offer.seat for offer in self.offers.open}
        stays = {offer.kind for offer in offers.open if old.get(offer.kind) == offer.seat}
        return MatchOffers(
            offers,
            {offer.kind: self.plies[offer.kind] if offer.kind in stays else ply for offer in offers.open},
            {kind: message for kind, message in self.messages.items() if kind in stays},
        )

    def told_in(self, what: OfferKind, message: MessageRef) -> "MatchOffers":
        """Return the same with the message an open offer was told in."""
        return replace(self, messages={**self.messages, what: message})

    def _shown(self, offer: Open) -> OpenOffer:
        return OpenOffer(
            offer.kind,
            offer.seat,
            self.plies[offer.kind],
            tuple(sorted(offer.agreed)),
            self.messages.get(offer.kind),
        )
