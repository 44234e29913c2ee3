"""Who follows games that they do not play."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.play.domain.people.following import Follower, ToldOf
from data.dialects import upserts
from data.engines import Connection
from data.schema import GAME_IS_RUNNING, followers, games

_TOLD: Final = followers.c.told_of != sa.literal_column("'nothing'")
_OF_MATCH: Final = (
    sa.select(followers.c.player, followers.c.game, followers.c.told_of)
    .where(followers.c.game == sa.bindparam("match"), _TOLD)
    .order_by(followers.c.player)
)
_FOLLOWED_BY: Final = (
    sa.select(followers.c.player, followers.c.game, followers.c.told_of)
    .join(games, games.c.id == followers.c.game)
    .where(followers.c.player == sa.bindparam("person"), _TOLD, GAME_IS_RUNNING)
    .order_by(followers.c.game)
)
_PUT: Final = upserts(followers, ["player", "game"], "told_of", "since")
_FOLLOW_ON: Final = sa.insert(followers).from_select(
    ["player", "game", "told_of", "since"],
    sa.select(
        followers.c.player,
        sa.bindparam("next", type_=followers.c.game.type),
        followers.c.told_of,
        sa.bindparam("now", type_=followers.c.since.type),
    ).where(followers.c.game == sa.bindparam("match"), _TOLD),
)
_MARK: Final = sa.update(games).where(games.c.id == sa.bindparam("_game")).values(followed=sa.true())
_CHANGE: Final = sa.update(followers).where(followers.c.player == sa.bindparam("_person"))
_CHANGE_ONE: Final = _CHANGE.where(followers.c.game == sa.bindparam("_game"))


class FollowerRepository:
    """The table `followers`, and whether games are followed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of_match(self, match: int) -> tuple[Follower, ...]:
        """Return those who follow a match."""
        return _followers(await self._connection.execute(_OF_MATCH, {"match": match}))

    async def followed_by(self, person: int) -> tuple[Follower, ...]:
        """Return what somebody follows that goes on."""
        return _followers(await self._connection.execute(_FOLLOWED_BY, {"person": person}))

    async def put(self, follower: Follower, now: datetime) -> None:
        """Have somebody follow a match, or of something else of it."""
        values: Mapping[str, object] = {
            "player": follower.person,
            "game": follower.match,
            "told_of": follower.told_of,
            "since": now,
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
        await self._connection.execute(_MARK, {"_game": follower.match})

    async def follow_on(self, match: int, following: int, now: datetime) -> None:
        """Have those who follow a match follow, in the same way, the one after it in its series."""
        await self._connection.execute(_FOLLOW_ON, {"match": match, "next": following, "now": now})
        await self._connection.execute(_MARK, {"_game": following})

    async def end(self, person: int, match: int) -> None:
        """Have somebody follow a match no more; that they did stays known, as messages name its people."""
        values = {"_person": person, "_game": match, "told_of": ToldOf.NOTHING}
        await self._connection.execute(_CHANGE_ONE, values)

    async def end_all(self, person: int) -> None:
        """Have somebody follow nothing any more."""
        await self._connection.execute(_CHANGE, {"_person": person, "told_of": ToldOf.NOTHING})


def _followers(rows: sa.Result[tuple[int, int, str]]) -> tuple[Follower, ...]:
    return tuple(Follower(row.player, row.game, ToldOf(row.told_of)) for row in rows)
