"""Expire the offered seats of finished matches and departed players."""

from collections.abc import Sequence
from datetime import datetime

from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.events.events import MatchEnded, PlyPlayed, SeatOfferClosed
from bot.model.match.substitutions import SubstitutionStatus
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.session import Session


async def project_seat_offers(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Expire offers of seats that are no longer played, within the same transaction."""
    for recorded in events:
        event = recorded.event
        if not isinstance(recorded, RecordedInMatch):
            continue
        if not (isinstance(event, MatchEnded) or (isinstance(event, PlyPlayed) and event.left)):
            continue
        for offer in await session.of(SubstitutionRepository).open_of(event.match):
            if isinstance(event, PlyPlayed) and event.seat != offer.seat:
                continue
            await session.of(SubstitutionRepository).settle(offer.id, SubstitutionStatus.LAPSED, now)
            closed = SeatOfferClosed(event.match, event.plies, offer.id)
            message = OutgoingMessage(closed, recorded.match.challenge, event.match, event.plies)
            await session.of(NoticeRepository).add([message.to_notice()], now)
