"""Computing all ratings anew from the log of games."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.play.projections.ratings import count_again
from data.store import Store
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Recounted:
    """How many results count in a game."""

    key: str
    results: int


async def recount(store: Store, games: Mapping[str, Game]) -> tuple[Recounted, ...]:
    """Compute all ratings anew, game by game, each in a transaction; a bot may run meanwhile."""
    async with store.read() as tables:
        keys = await tables.matches.rated_keys()
    counted = []
    for key in keys:
        if key in games:
            async with store.write() as tables:
                counted.append(Recounted(key, await count_again(tables, games[key])))
    return tuple(counted)
