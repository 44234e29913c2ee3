"""The route of weekly letters."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.features.letters.events import LetterDue
from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient


def _letter(event: LetterDue, _recipients: Sequence[Recipient], _now: datetime) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.server)]


LETTER_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (MessageRoute(LetterDue, elsewhere=_letter),)
