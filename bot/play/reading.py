"""How a match is found: to be read, or to be changed."""

from bot.play.desk import is_id
from bot.play.model import Match, Refusal
from bot.play.translate import match_from
from data.records import GameRecord
from data.store import Tables


async def read_game(tables: Tables, game_id: int) -> GameRecord:
    """Return a game. Raises Refusal."""
    record = await tables.games.get(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def see_game(tables: Tables, game_id: int) -> GameRecord:
    """Return a game with the habits of its people. Raises Refusal."""
    record = await tables.games.see(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def lock_game(tables: Tables, game_id: int) -> tuple[GameRecord, Match]:
    """Return a game once no other transaction is changing it. Raises Refusal."""
    record = await tables.games.lock(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record, match_from(record)
