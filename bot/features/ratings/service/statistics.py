"""Counts of games' endings, by game and by person."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.features.ratings.domain.engine_ladder import BeatenLevel, engine_ladder
from bot.features.ratings.domain.head_to_head import Encounters, encounters
from bot.features.ratings.domain.recent_results import RecentResults, recent_results
from bot.features.ratings.domain.statistics import (
    GameStatistics,
    RoleRecord,
    game_statistics,
    role_records,
)
from bot.features.ratings.store.statistics import StatisticsRepository
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.repositories.matches.matches import MatchRepository
from data.store import Store
from engines.balance import SelfPlay, shipped_self_play
from rules.contract import Game

_LOOKED_BACK: Final = 200
"""The number of latest games that determine a person's recent results, rivals and favourite board."""


class Statistics:
    """Counts finished games; read-only."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._self_play: dict[str, tuple[SelfPlay, ...]] = {}

    async def of_game(self, key: str) -> GameStatistics:
        """Return the statistics of a game's finished matches. Raises Refusal: "no-such-game"."""
        game = self._games.get(key)
        if game is None:
            raise Refusal("no-such-game", game=key)
        async with self._store.read() as session:
            tallies = await session.of(StatisticsRepository).of_game(key)
        return game_statistics(game, tallies)

    def between_engines(self, key: str) -> tuple[SelfPlay, ...]:
        """Return the results of a game's variants between engines of equal level; empty without any."""
        if key not in self._self_play:
            self._self_play[key] = shipped_self_play(key)
        return self._self_play[key]

    async def of_player(self, person: int) -> tuple[RoleRecord, ...]:
        """Return a person's results, by game and role."""
        async with self._store.read() as session:
            tallies = await session.of(StatisticsRepository).of_player(person)
        return role_records(self._games, tallies)

    async def recent(self, person: int, may_see: Callable[[Match], bool], reader: int) -> RecentResults:
        """Return the results of a person's last finished matches that the reader `may_see`."""
        async with self._store.read() as session:
            matches = await session.of(MatchRepository).finished_matches(person, _LOOKED_BACK)
        return recent_results(self._games, person, [match for match in matches if may_see(match)], reader)

    async def between(self, person: int, other: int, may_see: Callable[[Match], bool]) -> Encounters:
        """Return the first person's results against the other, from games that a reader `may_see`."""
        async with self._store.read() as session:
            matches = await session.of(MatchRepository).finished_matches_between(person, other, _LOOKED_BACK)
        return encounters(self._games, person, [match for match in matches if may_see(match)])

    async def ladder_of(self, person: int, reader: int) -> tuple[BeatenLevel, ...]:
        """Return the engines' levels beaten by a person; practice counts only if they are the `reader`."""
        async with self._store.read() as session:
            tallies = await session.of(StatisticsRepository).against_engines(person)
        visible = [tally for tally in tallies if person == reader or not tally.practice]
        return engine_ladder(self._games, visible)
