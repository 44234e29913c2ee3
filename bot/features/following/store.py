"""The table of followers."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.following.domain import FollowedEvents, Follower
from bot.kernel.personal.tables import CHALLENGES, DeletedRows, Key, OwnedTable, places_by
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, games
from data.connections.dialects import upserts
from data.schema.base import metadata
from data.schema.columns import TextOf, UtcDateTime
from data.session import Session

# The followers of games; rows stay after the game, because messages name its people.
followers: Final = sa.Table(
    "followers",
    metadata,
    # Cascades, as an older version without this table may also delete people and games.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The events that a follower gets: each ply, the end, or none.
    sa.Column("told_of", TextOf(FollowedEvents), nullable=False),
    sa.Column("since", UtcDateTime, nullable=False),
    # The last delivered ply, at first the last one before following; null if an older version wrote the row.
    sa.Column("told_plies", sa.Integer),
    sa.Index(None, "game"),
    sqlite_with_rowid=False,
)

_NOTIFIED: Final = followers.c.told_of != sa.literal_column("'nothing'")
_FOLLOWER: Final = RowMapping(
    Follower,
    columns={"person": "player", "match": "game", "events": "told_of", "delivered_plies": "told_plies"},
)
_COLUMNS: Final = (followers.c.player, followers.c.game, followers.c.told_of, followers.c.told_plies)
_OF_MATCH: Final = (
    sa.select(*_COLUMNS)
    .where(followers.c.game == sa.bindparam("match"), _NOTIFIED)
    .order_by(followers.c.player)
)
_BY_KEY: Final = sa.select(*_COLUMNS).where(
    followers.c.player == sa.bindparam("person"), followers.c.game == sa.bindparam("match"), _NOTIFIED
)
_FOLLOWED_BY: Final = (
    sa.select(*_COLUMNS)
    .join(games, games.c.id == followers.c.game)
    .where(followers.c.player == sa.bindparam("person"), _NOTIFIED, GAME_IS_RUNNING)
    .order_by(followers.c.game)
)
_PUT: Final = upserts(followers, ["player", "game"], "told_of", "since", "told_plies")
_FOLLOW_ON: Final = sa.insert(followers).from_select(
    ["player", "game", "told_of", "since", "told_plies"],
    sa.select(
        followers.c.player,
        sa.bindparam("next", type_=followers.c.game.type),
        followers.c.told_of,
        sa.bindparam("now", type_=followers.c.since.type),
        sa.literal_column("0"),
    ).where(followers.c.game == sa.bindparam("match"), _NOTIFIED),
)
_MARK_FOLLOWED: Final = sa.update(games).where(games.c.id == sa.bindparam("_game")).values(followed=sa.true())
_UPDATE: Final = sa.update(followers).where(followers.c.player == sa.bindparam("_person"))
_UPDATE_BY_KEY: Final = _UPDATE.where(followers.c.game == sa.bindparam("_game"))
_TAKE_BACK: Final = (
    sa.update(followers)
    .where(followers.c.game == sa.bindparam("_game"), followers.c.told_plies > sa.bindparam("_plies"))
    .values(told_plies=sa.bindparam("_plies"))
)


class FollowerRepository:
    """The table `followers`, and whether games are followed."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of_match(self, match: int) -> tuple[Follower, ...]:
        return tuple(map(_FOLLOWER.read, await self._connection.execute(_OF_MATCH, {"match": match})))

    async def followed_matches(self, person: int) -> tuple[Follower, ...]:
        return tuple(map(_FOLLOWER.read, await self._connection.execute(_FOLLOWED_BY, {"person": person})))

    async def save(self, follower: Follower, now: datetime) -> None:
        """Store a follower of a match, or their new choice of events."""
        values = {"since": now, **_FOLLOWER.columns_of(follower)}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
        await self._connection.execute(_MARK_FOLLOWED, {"_game": follower.match})

    async def follow_on(self, match: int, following: int, now: datetime) -> None:
        """Copy the followers of a match to the next one of its series."""
        await self._connection.execute(_FOLLOW_ON, {"match": match, "next": following, "now": now})
        await self._connection.execute(_MARK_FOLLOWED, {"_game": following})

    async def get(self, person: int, match: int) -> Follower | None:
        """Return a person's following of a match, None if they do not follow it."""
        row = (await self._connection.execute(_BY_KEY, {"person": person, "match": match})).one_or_none()
        return None if row is None else _FOLLOWER.read(row)

    async def set_delivered_plies(self, person: int, match: int, plies: int) -> None:
        """Store the last ply of a match that was delivered to a person."""
        values = {"_person": person, "_game": match, "told_plies": plies}
        await self._connection.execute(_UPDATE_BY_KEY, values)

    async def take_back(self, match: int, plies: int) -> None:
        """Lower the last delivered ply of a match to the remaining plies after a take-back."""
        await self._connection.execute(_TAKE_BACK, {"_game": match, "_plies": plies})

    async def end(self, person: int, match: int) -> None:
        """End a person's following of a match; the row stays, as messages name people of the match."""
        values = {"_person": person, "_game": match, "told_of": FollowedEvents.NOTHING}
        await self._connection.execute(_UPDATE_BY_KEY, values)

    async def end_all(self, person: int) -> None:
        await self._connection.execute(_UPDATE, {"_person": person, "told_of": FollowedEvents.NOTHING})


PLACES: Final = (
    places_by(
        sa.select(
            sa.null().label("channel"),
            followers.c.player.label("reader"),
            challenges.c.server,
            challenges.c.locale,
            challenges.c.created,
        )
        .join(games, games.c.id == followers.c.game)
        .join(challenges, challenges.c.id == games.c.challenge)
        .where(challenges.c.id.in_(CHALLENGES))
    ),
)
TABLES: Final = (
    OwnedTable(
        followers,
        DeletedRows(followers, ("player",)),
        {"game": Key.GAME},
        nameless=("told_of",),
    ),
)
