"""The confirmation of an offer, in the chat and on the web page."""

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind


def offer_confirmation(match: Match, what: OfferKind, person: int, t: Language) -> str:
    """Return the confirmation of an offer, for the person who made it."""
    by = match.seat_of(person)
    others = [seat for seat in range(len(match.players)) if seat not in {by, *match.retired}]
    asked_names = t("list.and").join(phrases.seat_name(match, seat, t) for seat in others)
    return t(f"offer.sent.{what}", number=match.id, opponent=asked_names, n=len(others))
