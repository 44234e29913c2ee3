"""The route of welcomes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.features.help.domain import WelcomeStatus
from bot.features.help.store import WelcomeRepository
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.recorded import Recipient
from bot.model.events.events import WelcomeDue
from data.session import Session


def _welcome(
    event: WelcomeDue, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.server)]


async def _welcome_messages(event: WelcomeDue, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    await arrival.session.of(WelcomeRepository).settle(event.server, WelcomeStatus.DUE, WelcomeStatus.POSTED)
    return []


async def _welcome_privately(event: WelcomeDue, _: Notice, session: Session) -> tuple[int, ...]:
    """Mark the welcome as private: the first person who uses a command gets it, and is still unknown."""
    await session.of(WelcomeRepository).settle(event.server, WelcomeStatus.DUE, WelcomeStatus.PRIVATE)
    return ()


WELCOME_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(WelcomeDue, elsewhere=_welcome, delivered=_welcome_messages, concerned=_welcome_privately),
)
