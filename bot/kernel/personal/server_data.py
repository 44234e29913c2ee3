"""Server data: the rows of all features about one server, deleted long after the bot has left it."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import sqlalchemy as sa

from bot.kernel.feature import Features
from bot.kernel.personal.tables import Key, RowTimers, by_kind
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.outbox_tables import notices, requests
from bot.repositories.tables.server_tables import overviews
from data.cluster.timers import TimerRepository
from data.session import Session

_CHALLENGES: Final = (
    sa.select(challenges.c.id)
    .where(challenges.c.server == sa.bindparam("server"))
    .order_by(challenges.c.id)
    .limit(sa.bindparam("limit"))
)
_GAMES: Final = sa.select(games.c.id, games.c.home, games.c.board_channel).where(
    games.c.challenge.in_(sa.bindparam("ids", expanding=True))
)
_ASKED_IN: Final = sa.select(challenges.c.channel).where(
    challenges.c.id.in_(sa.bindparam("ids", expanding=True))
)
_CHANNELS: Final = sa.select(overviews.c.channel).where(overviews.c.server == sa.bindparam("server"))


class ServerData:
    """The data of servers in the tables of all features."""

    def __init__(self, features: Features) -> None:
        self._features = features

    async def delete_games(self, session: Session, server: int, limit: int) -> int:
        """Delete some of a server's challenges with the games that followed; return their number."""
        connection = session.connection
        ids = list((await connection.execute(_CHALLENGES, {"server": server, "limit": limit})).scalars())
        if not ids:
            return 0
        rows = (await connection.execute(_GAMES, {"ids": ids})).all()
        played = [row.id for row in rows]
        channels = (await connection.execute(_ASKED_IN, {"ids": ids})).scalars()
        places = {*channels, *(row.home for row in rows), *(row.board_channel for row in rows)}
        await _delete_notices_about(session, places - {None})
        await _delete_notices(session, [*ids, *(-game for game in played)], played)
        for column, key, timers in self._columns():
            if key is not Key.SERVER:
                await _delete(session, column, played if key is Key.GAME else ids, timers)
        return len(ids)

    async def delete(self, session: Session, server: int) -> None:
        """Delete the rows of a server that has no challenge left."""
        channels = list((await session.connection.execute(_CHANNELS, {"server": server})).scalars())
        await _delete_notices(session, [server, *(-channel for channel in channels)], [])
        await _delete(session, requests.c.subject, [server, *channels])
        for column, key, timers in self._columns():
            if key is Key.SERVER:
                await _delete(session, column, [server], timers)

    def _columns(self) -> Iterator[tuple[sa.Column[int], Key, RowTimers | None]]:
        """Yield the columns by which rows of a server are found, rows before those that they refer to."""
        for owned in reversed(self._features.tables):
            for name, key in (owned.of_server or {}).items():
                yield owned.table.c[name], key, owned.timers


async def _delete_notices_about(session: Session, places: Collection[int]) -> None:
    """Delete the notices that change messages in these channels; they belong to no game."""
    data = sa.cast(notices.c.data, sa.Text)
    about = sa.or_(*(data.contains(str(place)) for place in sorted(places)))
    await session.connection.execute(sa.delete(notices).where(notices.c.game.is_(None), about))


async def _delete_notices(session: Session, streams: Sequence[int], played: Sequence[int]) -> None:
    await _delete(session, notices.c.stream, streams)
    await _delete(session, notices.c.game, played)


async def _delete(
    session: Session, column: sa.Column[int], values: Sequence[int], timers: RowTimers | None = None
) -> None:
    """Delete rows, then their timers."""
    if not values:
        return
    connection, bound = session.connection, {"values": list(values)}
    these = column.in_(sa.bindparam("values", expanding=True))
    named = {} if timers is None else by_kind(await connection.execute(timers.named.where(these), bound))
    await connection.execute(sa.delete(column.table).where(these), bound)
    for kind, subjects in named.items():
        await session.of(TimerRepository).cancel_all(kind, subjects)
