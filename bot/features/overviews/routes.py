"""The routes of overviews."""

from typing import Any, Final

from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage
from bot.model.events.events import OverviewWanted
from bot.model.events.instructions import RedrawOverview
from bot.repositories.servers.servers import ServerRepository


async def _store_overview(_: RedrawOverview, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    ref = arrival.public_ref
    if ref is not None:
        await arrival.session.of(ServerRepository).show_overview(ref.channel, ref.message)
    return []


OVERVIEW_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(OverviewWanted),
    MessageRoute(RedrawOverview, delivered=_store_overview),
)
