"""New matches to insert, and plies appended to them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from data.session import Session

_BEGUN: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def new_match(challenge: int, *people: int, created: datetime = _BEGUN, **more: Any) -> Match:
    """Return a match not yet in the database; `more` sets further fields."""
    match = Match(
        id=0,
        key="any",
        options={},
        players=tuple(map(HumanPlayer, people)),
        place=Place(None, 5, "en"),
        thread=None,
        status=MatchStatus.RUNNING,
        plies=0,
        turn=0,
        outcome=None,
        resigned=None,
        board=None,
        created=created,
        updated=created,
        challenge=challenge,
        timing=Timing(created),
    )
    return replace(match, **more)


async def append(
    session: Session, match_id: int, entries: Sequence[LogEntry], turn: int | None, position: str
) -> None:
    """Append plies to the log of a match, and write the match's state after them."""
    await session.of(MatchLogRepository).append(match_id, entries)
    match = await session.of(MatchRepository).lock(match_id)
    assert match is not None
    last = entries[-1]
    after_move = match.with_plies(last.number, turn, position, match.timing, last.played)
    await session.of(MatchRepository).save(match, after_move)
