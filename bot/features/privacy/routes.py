"""The routes of erased people: their names are removed from the messages of each place."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient
from bot.model.events.events import PersonForgotten
from bot.model.people.privacy import NameErasure

_IN_FLIGHT: Final = timedelta(seconds=15)
"""The time for which a message in delivery may still name an erased person."""


def name_erasure(erasure: NameErasure, due: datetime) -> OutgoingMessage:
    """Return the notice that removes a name from a place's messages; places do not wait for each other."""
    return OutgoingMessage(erasure, erasure.channel or erasure.reader or 0, due=due)


def _erasure_messages(
    event: PersonForgotten, _: Sequence[Recipient], now: datetime
) -> Sequence[OutgoingMessage]:
    return [name_erasure(place, now + _IN_FLIGHT) for place in event.places]


ERASURE_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(PersonForgotten, elsewhere=_erasure_messages),
    MessageRoute(NameErasure),
)
