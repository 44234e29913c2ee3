"""How a match is found: to be read, or to be changed."""

from bot.play.domain.matches import Match
from bot.play.domain.refusal import Refusal
from bot.play.storage.mappers import match_from
from bot.play.storage.unit_of_work import is_id
from data.records import MatchRecord
from data.store import Tables


async def read_game(tables: Tables, game_id: int) -> MatchRecord:
    """Return a game. Raises Refusal."""
    record = await tables.matches.get(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def see_game(tables: Tables, game_id: int) -> MatchRecord:
    """Return a game with the settings of its people. Raises Refusal."""
    record = await tables.matches.see(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def lock_game(tables: Tables, game_id: int) -> tuple[MatchRecord, Match]:
    """Return a game once no other transaction is changing it. Raises Refusal."""
    record = await tables.matches.lock(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record, match_from(record)
