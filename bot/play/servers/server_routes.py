"""The routes of servers: overviews, the welcome, limitations for admins, the messages of trials."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.kernel.messages import Arrival, OutgoingMessage, Route
from bot.play.domain.outbox.events import LimitationMet, OverviewWanted, WelcomeDue
from bot.play.domain.outbox.instructions import DeleteTrial, RedrawOverview
from bot.play.domain.outbox.notices import Notice
from bot.play.domain.outbox.recorded import Recipient
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.repositories.servers.servers import ServerRepository
from data.session import Session
from data.tables.welcomes import WelcomeRepository


async def _overview_posted(_: RedrawOverview, arrival: Arrival) -> list[OutgoingMessage]:
    ref = arrival.public_ref
    if ref is not None:
        await arrival.session.of(ServerRepository).show_overview(ref.channel, ref.message)
    return []


def _welcome(
    event: WelcomeDue, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.server)]


async def _welcomed(event: WelcomeDue, arrival: Arrival) -> list[OutgoingMessage]:
    await arrival.session.of(WelcomeRepository).settle(event.server, WelcomeStatus.DUE, WelcomeStatus.POSTED)
    return []


async def _welcome_privately(event: WelcomeDue, _: Notice, session: Session) -> tuple[int, ...]:
    """Leave the welcome to the first person who uses a command: nobody can be named yet."""
    await session.of(WelcomeRepository).settle(event.server, WelcomeStatus.DUE, WelcomeStatus.PRIVATE)
    return ()


def _limitation(
    event: LimitationMet, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.limited.server)]


SERVER_ROUTES: Final[tuple[Route[Any], ...]] = (
    Route(OverviewWanted),
    Route(RedrawOverview, delivered=_overview_posted),
    Route(WelcomeDue, elsewhere=_welcome, delivered=_welcomed, concerned=_welcome_privately),
    Route(LimitationMet, elsewhere=_limitation),
    Route(DeleteTrial),
)
