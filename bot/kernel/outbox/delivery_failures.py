"""Undeliverable notices: rerouted to people in person, kept for a command, or dropped."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.kernel.outbox.message_routes import MessageRoutes, kind_of, write
from bot.kernel.outbox.notices import DeliveryResult, Notice
from bot.model.texts import storable
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from data.session import Session

_MAX_ERROR_LENGTH: Final = 500


async def drop(session: Session, notice: Notice, error: str) -> DeliveryResult:
    """Close a notice without a replacement."""
    await session.of(NoticeRepository).close(notice.id, DeliveryResult.DROPPED, storable_reason(error))
    return DeliveryResult.DROPPED


async def miss(
    session: Session, notice: Notice, routes: MessageRoutes, error: str, now: datetime
) -> DeliveryResult:
    """Keep a notice for its recipients' next commands; split a public notice by recipient."""
    notices = session.of(NoticeRepository)
    if notice.event.sensitive:
        await notices.forget(notice.id)
        session.erases = True
        return DeliveryResult.DROPPED
    if notice.recipient is not None:
        await notices.close(notice.id, DeliveryResult.MISSED, storable_reason(error))
        return DeliveryResult.MISSED
    await notices.close(notice.id, DeliveryResult.REROUTED, storable_reason(error))
    await notices.add(await in_person(session, notice, routes), now, status=DeliveryResult.MISSED)
    return DeliveryResult.MISSED


async def in_person(session: Session, notice: Notice, routes: MessageRoutes) -> list[NewNotice]:
    """Return the private notices that replace a public notice."""
    data = write(notice.event, replace(notice.routing, rerouted=True))
    return [
        NewNotice(
            kind_of(notice.event),
            notice.stream,
            person,
            notice.match,
            notice.ply,
            data,
            request=notice.request,
            background=notice.background,
        )
        for person in await routes.recipients_in_person(session, notice)
        if person not in notice.routing.direct
    ]


def storable_reason(error: str) -> str:
    """Return the part of a failure's reason that is stored."""
    return storable(error, _MAX_ERROR_LENGTH)
