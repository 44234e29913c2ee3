"""Recording of delivered notices, with the follow-up of their routes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from data.session import Session


@dataclass(frozen=True, slots=True)
class Delivered:
    """A delivered notice, and the message that it became, if any."""

    notice: int
    ref: MessageRef | None


async def finish(
    session: Session, delivered: Sequence[Delivered], routes: MessageRoutes, now: datetime
) -> list[str]:
    """Record deliveries with their effects; return the kinds of notices that were not recorded before."""
    refs = {delivery.notice: delivery.ref for delivery in delivered}
    # Ascending order, as everywhere: a process considered dead may write the same notices.
    records = [await session.of(NoticeRepository).deliver(notice) for notice in sorted(refs)]
    closed = [routes.read(record) for record in records if record is not None]
    follows: list[NewNotice] = []
    for notice in sorted(closed, key=_rank):
        follows += await routes.on_delivery(session, notice, refs[notice.id])
        if notice.event.sensitive:
            await session.of(NoticeRepository).forget(notice.id)
            session.erases = True
    await session.of(NoticeRepository).add(follows, now)
    return [notice.kind.__name__ for notice in closed]


def _rank(notice: Notice) -> tuple[bool, int]:
    """Rank by lock order: games before challenges, ascending, as everywhere; this avoids deadlocks."""
    return (True, notice.stream) if notice.match is None else (False, notice.match)
