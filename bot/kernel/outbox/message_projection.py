"""The projection from events to notices, by the routes of their types."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.kernel.outbox.message_routes import MessageRoutes, OutgoingMessage
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Projection
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from data.session import Session


def message_projection(routes: MessageRoutes) -> Projection:
    """Return the projection that writes the events' notices, in order, in the events' transaction."""

    async def project_messages(session: Session, events: Sequence[Recorded], now: datetime) -> None:
        waiting: list[NewNotice] = []
        for unmerged in routes.merge([recorded for recorded in events if not _is_private(recorded)]):
            recorded, route = unmerged, routes.of(unmerged.event)
            if isinstance(recorded, RecordedInMatch) and route.absorbs is not None:
                # This transaction may already have written a notice whose content is part of this event's
                # message.
                await session.of(NoticeRepository).add(waiting, now)
                waiting = []
                event = await route.absorbs(recorded.event, recorded.match, session, now)
                recorded = replace(recorded, event=event)
            messages = route.messages(recorded, now)
            if isinstance(recorded, RecordedInMatch) and route.retracts is not None:
                # This transaction may already have written a notice that is now outdated.
                await session.of(NoticeRepository).add(waiting, now)
                waiting = []
                unaware = await route.retracts(recorded.event, recorded.match, session)
                messages = [
                    message
                    for message in messages
                    if type(message.event) is not route.event or _audience(message) not in unaware
                ]
            waiting += [message.to_notice() for message in messages]
        await session.of(NoticeRepository).add(waiting, now)
        for stream in sorted(_unheld_streams(waiting) & _may_hold(events)):
            await session.of(NoticeRepository).release_held(stream, now)
        # Urgent notices must not wait behind background notices of their stream.
        for stream in sorted(
            {notice.stream for notice in session.of(NoticeRepository).added if not notice.background}
        ):
            await session.of(NoticeRepository).prioritise(stream)

    return project_messages


def _unheld_streams(new: Sequence[NewNotice]) -> frozenset[int]:
    """Return the streams with a new public message about a match: no notice may be held before it."""
    return frozenset(
        notice.stream
        for notice in new
        if notice.audience == PUBLIC and notice.game is not None and notice.due is None
    )


def _may_hold(events: Sequence[Recorded]) -> frozenset[int]:
    """Return the streams of matches whose boards may be held."""
    return frozenset(
        recorded.match.challenge
        for recorded in events
        if isinstance(recorded, RecordedInMatch) and recorded.match.has_engines
    )


def _is_private(recorded: Recorded) -> bool:
    """Return whether an event needs no message: practising players see it directly, engines need none."""
    if not isinstance(recorded, RecordedInMatch):
        return False
    unseen = recorded.match.is_unseen and not recorded.event.awaited
    return recorded.match.is_practice or unseen


def _audience(message: OutgoingMessage) -> int:
    return PUBLIC if message.audience is None else message.audience
