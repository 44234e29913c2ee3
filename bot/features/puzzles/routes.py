"""The route of daily puzzles."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.features.puzzles.events import PuzzleOfDay
from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient


def _puzzle(
    event: PuzzleOfDay, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.server)]


DAILY_PUZZLE_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (MessageRoute(PuzzleOfDay, elsewhere=_puzzle),)
