"""The route of limitations, to the admins of a server."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.kernel.messages import MessageRoute, OutgoingMessage
from bot.play.domain.outbox.events import LimitationMet
from bot.play.domain.outbox.recorded import Recipient


def _limitation(
    event: LimitationMet, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.limited.server)]


LIMITATION_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(LimitationMet, elsewhere=_limitation),
)
