"""The routes of substitutions: cards of offered seats, and boards of changed seats."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from bot.features.matches.service.notices.match_messages import end_board, match_message, to_everyone, to_next
from bot.features.matches.service.notices.shown_boards import replace_board, still_playing
from bot.kernel.outbox.audience import pingable_people, public_and_direct, seat_preferences
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage, kinds_of
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import SeatChanged, SeatOfferClosed, SeatOffered
from bot.model.events.instructions import RemoveButtons
from bot.model.match.match import Match
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.session import Session

_CLOSED: Final = kinds_of(frozenset({SeatOfferClosed}))


def _offer_messages(event: SeatOffered, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    """Ping an absent player with the message: they can still move and keep the seat."""
    absent = seat_preferences(match, () if event.absent is None else (event.absent,))
    calls = tuple(pingable_people(absent, now))
    message = match_message(match, event, event.plies)
    return [replace(message, routing=replace(message.routing, calls=calls)) if calls else message]


async def _store_card(event: SeatOffered, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Store the card of a seat; remove its buttons if the offer has closed and no notice of that follows."""
    session, ref = arrival.session, arrival.public_ref
    if ref is None:
        return []
    offer = await session.of(SubstitutionRepository).get(event.substitution)
    await session.of(SubstitutionRepository).set_message(event.substitution, ref)
    if offer is not None and offer.open:
        return []
    if await session.of(NoticeRepository).is_awaited(arrival.notice.stream, event.match, _CLOSED):
        return []
    return [arrival.follow_up(RemoveButtons(ref, arrival.notice.match), ref)]


async def _recipients(event: SeatOffered, _: Notice, session: Session) -> tuple[int, ...]:
    """Return the person to whom a seat is offered; for an open offer, the person who made it."""
    offer = await session.of(SubstitutionRepository).get(event.substitution)
    return () if offer is None else (offer.wanted or offer.offered_by,)


def _change_messages(event: SeatChanged, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    message = match_message(match, event, event.plies, timed=event.timed)
    if event.turn != event.seat:
        return public_and_direct(message, seat_preferences(match, {event.seat}), now)
    endings = [end_board(match, event.leaver, timed=event.timed)] if event.before.in_person else []
    return [*endings, *to_next(message, match, event.turn, event.tell, now)]


SEAT_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(SeatOffered, _offer_messages, delivered=_store_card, concerned=_recipients),
    MessageRoute(SeatOfferClosed, to_everyone),
    MessageRoute(SeatChanged, _change_messages, delivered=replace_board, concerned=still_playing),
)
