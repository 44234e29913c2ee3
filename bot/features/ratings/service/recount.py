"""Recomputation of all ratings from the log of games."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.features.ratings.projections import count_outdated, recount_ratings
from data.store import Store
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Recounted:
    """The number of results that count in a game."""

    key: str
    results: int


async def recount(store: Store, games: Mapping[str, Game]) -> tuple[Recounted, ...]:
    """Recompute all ratings, each game in its own transaction; the bot may keep running.

    Return the games with results that count.
    """
    counts = []
    for key, game in games.items():
        async with store.write() as tables:
            counts.append(Recounted(key, await recount_ratings(tables, game)))
    return tuple(tally for tally in counts if tally.results)


async def recount_outdated(store: Store, games: Mapping[str, Game]) -> tuple[Recounted, ...]:
    """Do the same for games whose ratings were computed by older versions."""
    counts = []
    for key, game in games.items():
        async with store.write() as tables:
            counts.append(Recounted(key, await count_outdated(tables, game)))
    return tuple(tally for tally in counts if tally.results)
