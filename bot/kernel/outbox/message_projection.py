"""Messages: the notices that follow from events, by the routes of their types."""

from collections.abc import Sequence
from datetime import datetime

from bot.kernel.outbox.message_routes import MessageRoutes, OutgoingMessage
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Projection
from bot.repositories.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from data.schema.outbox import PUBLIC
from data.session import Session


def message_projection(routes: MessageRoutes) -> Projection:
    """Return the projection that writes the notices of events, in their order, in their transaction."""

    async def project_messages(session: Session, events: Sequence[Recorded], now: datetime) -> None:
        waiting: list[NewNotice] = []
        for recorded in routes.merged([recorded for recorded in events if not _is_private(recorded)]):
            route = routes.of(recorded.event)
            messages = route.messages(recorded, now)
            if isinstance(recorded, RecordedInMatch) and route.retracts is not None:
                # What is outdated may be among what was just made.
                await session.of(NoticeRepository).add(waiting, now)
                waiting = []
                unaware = await route.retracts(recorded.event, recorded.match, session)
                messages = [
                    message
                    for message in messages
                    if type(message.event) is not route.event or _audience(message) not in unaware
                ]
            waiting += [message.written() for message in messages]
        await session.of(NoticeRepository).add(waiting, now)

    return project_messages


def _is_private(recorded: Recorded) -> bool:
    """Return whether no message posts an event: in practice its player sees it at once."""
    return isinstance(recorded, RecordedInMatch) and recorded.match.is_practice


def _audience(message: OutgoingMessage) -> int:
    return PUBLIC if message.audience is None else message.audience
