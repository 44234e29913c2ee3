"""Load a match, for reading or for a change."""

from bot.kernel.transactions.unit_of_work import is_id
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.repositories.matches.matches import MatchRepository
from data.session import Session


async def read_match(session: Session, match_id: int) -> Match:
    """Return a match. Raises Refusal."""
    return _check_known(await session.of(MatchRepository).get(match_id) if is_id(match_id) else None)


async def find_match(session: Session, match_id: int) -> Match:
    """Return a match with the settings of its people. Raises Refusal."""
    return _check_known(
        await session.of(MatchRepository).get_with_settings(match_id) if is_id(match_id) else None
    )


async def lock_match(session: Session, match_id: int) -> Match:
    """Lock and return a match. Raises Refusal."""
    return _check_known(await session.of(MatchRepository).lock(match_id) if is_id(match_id) else None)


async def lock_match_in_thread(session: Session, thread: int) -> Match | None:
    """Lock and return the newest match in a thread; None if the thread belongs to no match."""
    match = await session.of(MatchRepository).lock_in_thread(thread)
    return None if match is None or match.thread != thread else match


def _check_known(match: Match | None) -> Match:
    if match is None:
        raise Refusal("unknown-match")
    return match
