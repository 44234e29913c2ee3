"""Endings: after a match's end its result is posted in its server, and its thread closes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.events.events import MatchEnded
from bot.model.events.instructions import CloseThread, TellResult
from bot.model.match.match import WITHOUT_RESULT, Match
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session

THREAD_RESTS: Final = timedelta(days=1)
"""The time between a match's end and the closing of its thread."""
BOARD_FIRST: Final = timedelta(seconds=10)
"""The delay of a result, so that the last board, to which it links, is posted first."""


async def project_endings(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Write the consequences of ended matches, within the transaction in which they ended."""
    messages = [
        message
        for recorded in events
        if isinstance(recorded, RecordedInMatch)
        and isinstance(recorded.event, MatchEnded)
        and not recorded.match.is_unseen
        for message in await _after(session, recorded.event, recorded.match, now)
    ]
    await session.of(NoticeRepository).add([message.to_notice() for message in messages], now)


async def _after(session: Session, event: MatchEnded, match: Match, now: datetime) -> list[OutgoingMessage]:
    # A separate stream: the next match of a series does not wait for it.
    stream = -match.id
    over = OutgoingMessage(CloseThread(match.id), stream, match.id, due=now + THREAD_RESTS)
    channel = await _results(session, event, match)
    if channel is None:
        return [over]
    result = TellResult(match.id, channel)
    return [OutgoingMessage(result, stream, match.id, due=now + BOARD_FIRST), over]


async def _results(session: Session, event: MatchEnded, match: Match) -> int | None:
    """Return the server's channel for results, None without one.

    Private matches, and matches without a result, are not posted.
    """
    server = match.place.server
    if server is None or match.place.private or event.outcome.reason in WITHOUT_RESULT:
        return None
    return (await session.of(ServerRulesRepository).of(server)).results
