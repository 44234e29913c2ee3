"""The offers of a match as they are kept beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.play.domain.match.offer_rules import Made, OfferKind, Offers
from bot.play.domain.match.offer_rules import Offer as Open
from bot.play.domain.matches import Offer
from bot.play.domain.people import MessageRef

_KINDS: Final = frozenset(OfferKind)
"""Those that this version knows."""
_REMEMBERED: Final = 64
"""How many of the offers made are kept; one forgotten could be made once more in a turn played again."""


@dataclass(frozen=True, slots=True)
class StoredOffers:
    """The offers of a match, with what the rules of offers need not know: where and when each was made."""

    offers: Offers = field(default_factory=Offers)
    plies: Mapping[OfferKind, int] = field(default_factory=dict)
    messages: Mapping[OfferKind, MessageRef] = field(default_factory=dict)

    def waiting(self) -> tuple[Offer, ...]:
        """Return the open offers as they are shown."""
        return tuple(map(self._shown, self.offers.open))

    def changed_to(self, offers: Offers, ply: int) -> "StoredOffers":
        """Return what is kept after the offers have changed, when the match had `ply` plies."""
        old = {offer.kind: offer.seat for offer in self.offers.open}
        stays = {offer.kind for offer in offers.open if old.get(offer.kind) == offer.seat}
        return StoredOffers(
            offers,
            {offer.kind: self.plies[offer.kind] if offer.kind in stays else ply for offer in offers.open},
            {kind: message for kind, message in self.messages.items() if kind in stays},
        )

    def told_in(self, what: OfferKind, message: MessageRef) -> "StoredOffers":
        """Return the same with the message an open offer was told in."""
        return replace(self, messages={**self.messages, what: message})

    def stored(self) -> dict[str, object]:
        """Return it as the store keeps it."""
        made = sorted(self.offers.made, key=lambda one: (one.turns, one.seat, one.kind))
        return {
            "open": [_stored(offer) for offer in self.waiting()],
            "made": [[one.kind, one.seat, one.turns] for one in made[-_REMEMBERED:]],
        }

    def _shown(self, offer: Open) -> Offer:
        return Offer(
            offer.kind,
            offer.seat,
            self.plies[offer.kind],
            tuple(sorted(offer.agreed)),
            self.messages.get(offer.kind),
        )


def stored_offers_in(stored: Mapping[str, Any] | None) -> StoredOffers:
    """Return what the store has of the offers of a match, without those of kinds only newer versions know."""
    if stored is None:
        return StoredOffers()
    waiting = [_offer(one) for one in stored["open"] if one["what"] in _KINDS]
    return StoredOffers(
        Offers(
            tuple(Open(offer.what, offer.by, frozenset(offer.agreed)) for offer in waiting),
            frozenset(
                Made(OfferKind(kind), seat, turns) for kind, seat, turns in stored["made"] if kind in _KINDS
            ),
        ),
        {offer.what: offer.ply for offer in waiting},
        {offer.what: offer.message for offer in waiting if offer.message is not None},
    )


def _stored(offer: Offer) -> dict[str, object]:
    return {
        "what": offer.what,
        "by": offer.by,
        "ply": offer.ply,
        "agreed": list(offer.agreed),
        **_place(offer.message),
    }


def _offer(stored: Mapping[str, Any]) -> Offer:
    known = "message" in stored
    return Offer(
        OfferKind(stored["what"]),
        stored["by"],
        stored["ply"],
        tuple(stored["agreed"]),
        MessageRef(stored["channel"], stored["message"]) if known else None,
    )


def _place(message: MessageRef | None) -> dict[str, object]:
    return {} if message is None else {"channel": message.channel, "message": message.message}
