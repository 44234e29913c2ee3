"""The routes of offers: a match stores an offer's message, and the answer closes it."""

from dataclasses import replace
from typing import Any, Final

from bot.features.matches.service.notices.match_messages import to_everyone
from bot.features.matches.service.notices.shown_boards import still_playing
from bot.features.matches.service.offers.offer_message_lookup import offer_notice
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage, kinds_of
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.events.instructions import RemoveButtons
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository

_ANSWERS: Final = kinds_of(frozenset({OfferAnswered}))


async def _route_offer(event: OfferMade, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Store the message of an open offer; remove its buttons if the answer was delivered first."""
    session, notice, ref = arrival.session, arrival.notice, arrival.public_ref
    if ref is None:
        return []
    match = await session.of(MatchRepository).lock(event.match)
    offer = (
        None if match is None else next((offer for offer in match.offers if offer.what is event.what), None)
    )
    if match is not None and offer is not None and (offer.by, offer.ply) == (event.by, event.plies):
        standing = match.standing.with_message(event.what, ref)
        await session.of(MatchRepository).save(match, replace(match, standing=standing))
        return []
    if await session.of(NoticeRepository).is_awaited(notice.stream, event.match, _ANSWERS):
        # The next message shows the outcome, and removes the buttons.
        await session.of(NoticeRepository).show(notice.id, ref)
        return []
    return [arrival.follow_up(RemoveButtons(ref, notice.match), ref)]


async def _on_answer(event: OfferAnswered, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Mark the message of an offer as no longer shown, if the match did not know that message."""
    if event.message is None and event.outcome is not OfferOutcome.AGREED:
        board = await offer_notice(arrival.session, arrival.routes, event)
        if board is not None:
            await arrival.session.of(NoticeRepository).show(board.notice, None)
    return []


OFFER_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(OfferMade, to_everyone, delivered=_route_offer, concerned=still_playing),
    MessageRoute(OfferAnswered, to_everyone, delivered=_on_answer, concerned=still_playing),
)
