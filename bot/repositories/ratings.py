"""Ratings, and their changes by each result."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.person_tables import players
from bot.repositories.tables.rating_tables import EVERYWHERE, rating_changes, ratings
from data.connections.dialects import ONE_WRITER
from data.session import Session

_ONE_AT_A_TIME: Final = 0x7261_7465
"""The advisory lock that serialises transactions which change ratings."""
_LOCK: Final = sa.select(sa.cast(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME), sa.Text).label("locked"))
_RATING: Final = RowMapping(RatingRecord)
_CHANGE: Final = RowMapping(RatingChangeRecord)
_RATINGS: Final = sa.select(*(ratings.c[field.name] for field in fields(RatingRecord)))
_CHANGES: Final = sa.select(*(rating_changes.c[field.name] for field in fields(RatingChangeRecord)))
_OF_PEOPLE: Final = _RATINGS.where(
    ratings.c.scope == sa.bindparam("scope"),
    ratings.c.key == sa.bindparam("key"),
    ratings.c.player.in_(sa.bindparam("people", expanding=True)),
)
_OF: Final = _RATINGS.where(
    ratings.c.player == sa.bindparam("player"),
    ratings.c.scope.in_(sa.bindparam("scopes", expanding=True)),
).order_by(ratings.c.key, ratings.c.role, ratings.c.scope)
_BEST: Final = (
    _RATINGS.where(
        ratings.c.scope == sa.bindparam("scope"),
        ratings.c.key == sa.bindparam("key"),
        ratings.c.role == sa.bindparam("role"),
    )
    # Unsettled ratings rank behind settled ones, however high a lucky start made them.
    .order_by(
        sa.case(
            (ratings.c.settled_until > sa.bindparam("now", type_=ratings.c.settled_until.type), 0), else_=1
        ),
        ratings.c.value.desc(),
        ratings.c.player,
    )
    .limit(sa.bindparam("limit"))
)
_LATEST: Final = (
    sa.select(rating_changes.c.ended, rating_changes.c.game)
    .where(
        rating_changes.c.key == sa.bindparam("key"),
        rating_changes.c.player.in_(sa.bindparam("people", expanding=True)),
    )
    .order_by(rating_changes.c.ended.desc(), rating_changes.c.game.desc())
    .limit(1)
)
_OUTDATED: Final = ratings.c.key == sa.bindparam("key"), ratings.c.formula < sa.bindparam("formula")
_IS_OUTDATED: Final = sa.select(sa.exists().where(*_OUTDATED))
_TO_BE_TOLD: Final = (
    sa.update(players)
    .where(players.c.formula_told.is_(None), players.c.id.in_(sa.select(ratings.c.player).where(*_OUTDATED)))
    .values(formula_told=0)
)
_KNOWS_ANOTHER: Final = sa.select(
    sa.exists().where(
        players.c.id == sa.bindparam("player"), players.c.formula_told < sa.bindparam("formula")
    )
)
_TOLD: Final = (
    sa.update(players)
    .where(players.c.id == sa.bindparam("player"), players.c.formula_told < sa.bindparam("formula"))
    .values(formula_told=sa.bindparam("formula"))
    .returning(players.c.id)
)
_own: Final = rating_changes.alias("own")
_AT_THE_SAME_GAMES: Final = sa.select(
    rating_changes.c.game, rating_changes.c.player, rating_changes.c.ended
).where(
    rating_changes.c.scope == EVERYWHERE,
    rating_changes.c.game.in_(
        sa.select(_own.c.game).where(
            _own.c.player == sa.bindparam("player"),
            _own.c.scope == EVERYWHERE,
            _own.c.key == sa.bindparam("key"),
            _own.c.ended > sa.bindparam("since"),
        )
    ),
)
_OF_AN_ALIAS: Final = rating_changes.c.player < 0
_OF_GAME: Final = _CHANGES.where(rating_changes.c.game == sa.bindparam("game"), ~_OF_AN_ALIAS).order_by(
    rating_changes.c.scope, rating_changes.c.player
)
_OF_ALIASES: Final = _CHANGES.where(rating_changes.c.key == sa.bindparam("key"), _OF_AN_ALIAS)
_HISTORY: Final = _CHANGES.where(
    rating_changes.c.player == sa.bindparam("player"), rating_changes.c.scope == sa.bindparam("scope")
).order_by(rating_changes.c.ended, rating_changes.c.game)
_FORGET: Final = sa.delete(ratings).where(ratings.c.key == sa.bindparam("key"))
_FORGET_CHANGES: Final = sa.delete(rating_changes).where(
    rating_changes.c.key == sa.bindparam("key"), ~_OF_AN_ALIAS
)
_FORGET_ONE: Final = sa.delete(ratings).where(
    ratings.c.scope == sa.bindparam("scope"),
    ratings.c.key == sa.bindparam("key"),
    ratings.c.role == sa.bindparam("role"),
    ratings.c.player == sa.bindparam("player"),
)
_ADD: Final = sa.insert(ratings)
_ADD_CHANGE: Final = sa.insert(rating_changes)


class RatingRepository:
    """The tables `ratings` and `rating_changes` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def lock(self) -> None:
        """Lock the ratings until the transaction ends."""
        if self._connection.dialect.name != ONE_WRITER:
            await self._connection.execute(_LOCK)

    async def of_people(self, scope: int, key: str, people: Collection[int]) -> tuple[RatingRecord, ...]:
        """Return people's ratings in a game, in every role."""
        values = {"scope": scope, "key": key, "people": sorted(people)}
        return tuple(map(_RATING.read, await self._connection.execute(_OF_PEOPLE, values)))

    async def of(self, player: int, scopes: Collection[int]) -> tuple[RatingRecord, ...]:
        """Return all ratings of a player within scopes, by game and role."""
        values = {"player": player, "scopes": sorted(scopes)}
        return tuple(map(_RATING.read, await self._connection.execute(_OF, values)))

    async def best(
        self, scope: int, key: str, role: str, *, now: datetime, limit: int
    ) -> tuple[RatingRecord, ...]:
        """Return the best ratings, settled ones first."""
        values = {"scope": scope, "key": key, "role": role, "now": now, "limit": limit}
        return tuple(map(_RATING.read, await self._connection.execute(_BEST, values)))

    async def latest(self, key: str, people: Collection[int]) -> tuple[datetime, int] | None:
        """Return the end time and the match of the latest counted result of any of the people in a game."""
        row = (await self._connection.execute(_LATEST, {"key": key, "people": sorted(people)})).one_or_none()
        return None if row is None else (row.ended, row.game)

    async def changes_of(self, game: int) -> tuple[RatingChangeRecord, ...]:
        """Return the rating changes by a match, or by the series it ended."""
        return tuple(map(_CHANGE.read, await self._connection.execute(_OF_GAME, {"game": game})))

    async def of_aliases(self, key: str) -> tuple[RatingChangeRecord, ...]:
        """Return the rating changes of erased people in a game."""
        return tuple(map(_CHANGE.read, await self._connection.execute(_OF_ALIASES, {"key": key})))

    async def history(self, player: int, scope: int) -> tuple[RatingChangeRecord, ...]:
        """Return all rating changes of a player within a scope, oldest first."""
        values = {"player": player, "scope": scope}
        return tuple(map(_CHANGE.read, await self._connection.execute(_HISTORY, values)))

    async def ends_of_same(self, key: str, people: Collection[int], since: datetime) -> list[datetime]:
        """Return the end times after `since` of counted results with exactly these people in a game."""
        values = {"key": key, "player": min(people), "since": since}
        ends: dict[int, set[int]] = {}
        moments: dict[int, datetime] = {}
        for row in await self._connection.execute(_AT_THE_SAME_GAMES, values):
            ends.setdefault(row.game, set()).add(row.player)
            moments[row.game] = row.ended
        return [moments[game] for game, players in ends.items() if players == set(people)]

    async def is_outdated(self, key: str, formula: int) -> bool:
        """Return whether ratings in a game were computed by an older formula."""
        values = {"key": key, "formula": formula}
        return bool((await self._connection.execute(_IS_OUTDATED, values)).scalar_one())

    async def schedule_formula_news(self, key: str, formula: int) -> None:
        """Schedule the notice to people whose ratings in a game are by an older formula."""
        await self._connection.execute(_TO_BE_TOLD, {"key": key, "formula": formula})

    async def has_formula_news(self, player: int, formula: int) -> bool:
        """Return whether a person has yet to learn about the current rating formula."""
        values = {"player": player, "formula": formula}
        return bool((await self._connection.execute(_KNOWS_ANOTHER, values)).scalar_one())

    async def record_formula_known(self, player: int, formula: int) -> bool:
        """Record that a person knows the formula; return whether that was news to them."""
        result = await self._connection.execute(_TOLD, {"player": player, "formula": formula})
        return result.scalar_one_or_none() is not None

    async def save(self, rated: Sequence[RatingRecord], changes: Sequence[RatingChangeRecord]) -> None:
        """Replace ratings, and add the changes that led to them."""
        for player in rated:
            values = {"scope": player.scope, "key": player.key, "role": player.role, "player": player.player}
            await self._connection.execute(_FORGET_ONE, values)
        await self._add(rated, changes)

    async def replace(
        self, key: str, rated: Sequence[RatingRecord], changes: Sequence[RatingChangeRecord]
    ) -> None:
        """Replace all ratings of a game, and all their changes.

        Rating changes of erased people stay: they cannot be recomputed.
        """
        await self._connection.execute(_FORGET, {"key": key})
        await self._connection.execute(_FORGET_CHANGES, {"key": key})
        await self._add(rated, changes)

    async def _add(self, rated: Sequence[RatingRecord], changes: Sequence[RatingChangeRecord]) -> None:
        for statement, rows in (
            (_ADD, list(map(_RATING.columns_of, rated))),
            (_ADD_CHANGE, list(map(_CHANGE.columns_of, changes))),
        ):
            if rows:
                await self._connection.execute(statement, rows if len(rows) > 1 else rows[0])
