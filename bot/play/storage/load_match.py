"""How a match is found: to be read, or to be changed."""

from bot.play.domain.matches import Match
from bot.play.domain.refusal import Refusal
from bot.play.repositories.store import Tables
from bot.play.storage.mappers import match_from
from bot.play.storage.unit_of_work import is_id
from data.records import MatchRecord


async def read_match(tables: Tables, match_id: int) -> MatchRecord:
    """Return a game. Raises Refusal."""
    record = await tables.matches.get(match_id) if is_id(match_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def see_match(tables: Tables, match_id: int) -> MatchRecord:
    """Return a game with the settings of its people. Raises Refusal."""
    record = await tables.matches.see(match_id) if is_id(match_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def lock_match(tables: Tables, match_id: int) -> tuple[MatchRecord, Match]:
    """Return a game once no other transaction is changing it. Raises Refusal."""
    record = await tables.matches.lock(match_id) if is_id(match_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record, match_from(record)


async def lock_match_in_thread(tables: Tables, thread: int) -> tuple[MatchRecord, Match] | None:
    """Return the newest game in a thread as `lock_match` does; None where it is not the thread's own."""
    record = await tables.matches.lock_in_thread(thread)
    return None if record is None or record.thread != thread else (record, match_from(record))
