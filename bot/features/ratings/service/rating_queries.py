"""Queries about ratings."""

from collections.abc import Mapping
from datetime import datetime

from bot.features.matches.service.stored_ratings import changes_by, current_rating
from bot.model.match.match import Match
from bot.model.ports import Clock
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import (
    HeldRating,
    Leaderboard,
    RankedPerson,
    RatingChange,
    RatingHistory,
    RatingPoint,
)
from bot.model.ratings.results import rated_roles
from bot.model.refusal import Refusal
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.ratings import RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.store import Store
from rules.contract import Game


class RatingQueries:
    """Read-only queries about present ratings."""

    def __init__(self, store: Store, games: Mapping[str, Game], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock

    async def of(self, person: int, server: int | None = None) -> tuple[HeldRating, ...]:
        """Return a person's ratings over all servers, by game and role, each with the one in `server`."""
        scopes = [EVERYWHERE, *([] if server is None else [server])]
        async with self._store.read() as session:
            records = await session.of(RatingRepository).of(person, scopes)
        now = self._clock()
        here = {(record.key, record.role): record for record in records if record.scope != EVERYWHERE}
        ratings = [
            _rating_of(record, here.get((record.key, record.role)), now)
            for record in records
            if record.scope == EVERYWHERE and record.key in self._games
        ]
        order = list(self._games)
        return tuple(sorted(ratings, key=lambda held: (order.index(held.key), held.role)))

    async def leaders(self, key: str, server: int | None, limit: int) -> tuple[Leaderboard, ...]:
        """Return the leaderboards of a game in a server (None: everywhere), one for each rated role.

        Raises Refusal: "no-such-game".
        """
        game = self._games.get(key)
        if game is None:
            raise Refusal("no-such-game", game=key)
        now, scope = self._clock(), EVERYWHERE if server is None else server
        async with self._store.read() as session:
            best = {
                role: await session.of(RatingRepository).best(scope, key, role, now=now, limit=limit)
                for role in rated_roles(game)
            }
        return tuple(
            Leaderboard(
                key,
                role,
                tuple(
                    RankedPerson(record.player, current_rating(record, now), record.results)
                    for record in records
                ),
            )
            for role, records in best.items()
            if records
        )

    async def histories(self, person: int) -> tuple[RatingHistory, ...]:
        """Return a person's rating histories over all servers, in the order of the games."""
        async with self._store.read() as session:
            records = await session.of(RatingRepository).history(person, EVERYWHERE)
            rows = await session.of(RatingRepository).of(person, [EVERYWHERE])
        now = self._clock()
        present = {(rating.key, rating.role): current_rating(rating, now) for rating in rows}
        points: dict[tuple[str, str], list[RatingPoint]] = {}
        for record in records:
            point = RatingPoint(record.ended, Rating(record.value, record.deviation))
            if record.key in self._games:
                points.setdefault((record.key, record.role), []).append(point)
        order = list(self._games)
        return tuple(
            RatingHistory(key, role, present[key, role], tuple(of_one))
            for (key, role), of_one in sorted(
                points.items(), key=lambda entry: (order.index(entry[0][0]), entry[0][1])
            )
            if (key, role) in present
        )

    async def changes_by(self, match: Match) -> tuple[RatingChange, ...]:
        """Return the rating changes over all servers caused by a match, or by the series that it ended."""
        async with self._store.read() as session:
            return await changes_by(session, match.id)


def _rating_of(everywhere: RatingRecord, here: RatingRecord | None, now: datetime) -> HeldRating:
    return HeldRating(
        everywhere.key,
        everywhere.role,
        current_rating(everywhere, now),
        everywhere.results,
        None if here is None else current_rating(here, now),
        0 if here is None else here.results,
    )
