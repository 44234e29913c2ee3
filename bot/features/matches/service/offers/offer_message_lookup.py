"""Find the message of an offer that was answered before the match stored that message."""

from typing import Final

from bot.kernel.outbox.message_routes import MessageRoutes, kinds_of
from bot.model.events.events import OfferAnswered, OfferMade
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import ShownRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from data.session import Session
from data.store import Store

_OFFERS: Final = kinds_of(frozenset({OfferMade}))


async def offer_notice(
    session: Session, routes: MessageRoutes, answered: OfferAnswered
) -> ShownRecord | None:
    """Return the notice that posted an offer, with its message."""
    notices = session.of(NoticeRepository)
    for board in reversed(await notices.shown_messages(answered.match, PUBLIC)):
        record = await notices.get(board.notice) if board.kind in _OFFERS else None
        event = None if record is None else routes.read(record).event
        if isinstance(event, OfferMade) and (event.what, event.by) == (answered.what, answered.by):
            return board
    return None


class OfferMessages:
    """Finds messages of offers."""

    def __init__(self, store: Store, routes: MessageRoutes) -> None:
        self._store = store
        self._routes = routes

    async def of(self, answered: OfferAnswered) -> MessageRef | None:
        """Return the message that posted an offer, if it exists."""
        if answered.message is not None:
            return answered.message
        async with self._store.read() as session:
            notice = await offer_notice(session, self._routes, answered)
        return None if notice is None else notice.message
