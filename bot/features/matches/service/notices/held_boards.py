"""Held boards: before an engine's turn, a board waits for the reply, so that one board shows all plies."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.kernel.outbox.message_routes import OutgoingMessage, event_in
from bot.model.events.events import DiceRolled, MatchEnded, PlyPlayed
from bot.model.match.match import Match
from bot.repositories.outbox.notices import NoticeRepository
from data.session import Session

HELD: Final = timedelta(seconds=15)
"""The longest time that a board waits for the engine's reply."""
_EVENT_TYPES: Final[Mapping[str, type[PlyPlayed | DiceRolled]]] = {
    event_type.__name__: event_type for event_type in (PlyPlayed, DiceRolled)
}


def delay_boards(
    event: PlyPlayed | DiceRolled, match: Match, messages: Sequence[OutgoingMessage], now: datetime
) -> Sequence[OutgoingMessage]:
    """Return a ply's messages, delayed if an engine replies next.

    A departure is not held: it concerns all players.
    """
    is_departure = isinstance(event, PlyPlayed) and event.left
    if event.turn is None or match.person_at(event.turn) is not None or is_departure:
        return messages
    return [replace(message, due=now + HELD) for message in messages]


async def merge_into_ply(event: PlyPlayed, match: Match, session: Session, now: datetime) -> PlyPlayed:
    """Drop the held boards of a match, and return a player's ply that includes their plies.

    A board that a worker has claimed, or tried to post, is no longer held.
    """
    if not match.has_engines or event.ends_match:
        return event
    return replace(event, since=await _drop_held_boards(event, match, session, now))


async def merge_into_roll(event: DiceRolled, match: Match, session: Session, now: datetime) -> DiceRolled:
    """Drop the held boards of a match, and return a roll that includes their plies."""
    if not match.has_engines:
        return event
    return replace(event, since=await _drop_held_boards(event, match, session, now))


async def merge_into_end(event: MatchEnded, match: Match, session: Session, now: datetime) -> MatchEnded:
    """Drop the held boards of a match, and return its end; a last ply includes their plies."""
    last = event.last
    if not match.has_engines or not isinstance(last, PlyPlayed):
        return event
    return replace(event, last=replace(last, since=await _drop_held_boards(last, match, session, now)))


async def _drop_held_boards(
    event: PlyPlayed | DiceRolled, match: Match, session: Session, now: datetime
) -> int:
    """Drop the held boards; return the ply count before the first ply that the event's board must show."""
    dropped = await session.of(NoticeRepository).drop_held(
        match.challenge, match.id, sorted(_EVENT_TYPES), now
    )
    return min((event.since, *(event_in(notice, _EVENT_TYPES[notice.kind]).since for notice in dropped)))
