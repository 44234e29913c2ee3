"""The route of limitations, to the admins of a server."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient
from bot.model.events.events import LimitationMet


def _limitation(
    event: LimitationMet, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.limited.server)]


LIMITATION_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(LimitationMet, elsewhere=_limitation),
)
