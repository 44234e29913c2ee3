"""Server data: the rows of all features about a server, deleted long after the bot has left it."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

import sqlalchemy as sa

from bot.kernel.feature import Features
from bot.kernel.personal.tables import Key, OwnedTable, by_kind
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.outbox_tables import notices, requests
from bot.repositories.tables.server_tables import overviews, server_rules, servers
from data.cluster.timers import TimerRepository
from data.session import Session

_CHALLENGES: Final = (
    sa.select(challenges.c.id)
    .where(challenges.c.server == sa.bindparam("server"))
    .order_by(challenges.c.id)
    .limit(sa.bindparam("limit"))
)
_GAMES: Final = (
    sa.select(games.c.id, games.c.home, games.c.board_channel)
    .where(games.c.challenge.in_(sa.bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update()
)
_CHALLENGE_CHANNELS: Final = (
    sa.select(challenges.c.channel)
    .where(challenges.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(challenges.c.id)
    .with_for_update()
)
_CHANNELS: Final = sa.select(overviews.c.channel).where(overviews.c.server == sa.bindparam("server"))


_LAST: Final = frozenset({servers.name, server_rules.name})
"""The last tables in lock order, except timers."""
Check = Callable[[], Awaitable[None]]
"""Locks the server and raises if it must not be deleted; called after all other deletions."""
_Timers = dict[str, list[int]]


class ServerData:
    """Servers' data in the tables of all features.

    Rows are locked in the order of all transactions: games, challenges, tournaments, the server (by `check`),
    timers.
    """

    def __init__(self, features: Features) -> None:
        self._features = features

    async def delete_games(self, session: Session, server: int, limit: int, check: Check) -> int:
        """Delete up to `limit` of a server's challenges with their games; return their number."""
        connection = session.connection
        ids = list((await connection.execute(_CHALLENGES, {"server": server, "limit": limit})).scalars())
        if not ids:
            return 0
        # Lock games before the rows that refer to them, as other transactions do.
        rows = (await connection.execute(_GAMES, {"ids": ids})).all()
        games = [row.id for row in rows]
        channels = (await connection.execute(_CHALLENGE_CHANNELS, {"ids": ids})).scalars()
        places = {*channels, *(row.home for row in rows), *(row.board_channel for row in rows)}
        await _delete_notices_about(session, places - {None})
        await _delete_notices(session, [*ids, *(-game for game in games)], games)
        timers: _Timers = defaultdict(list)
        for table, column, key in self._columns():
            if key is not Key.SERVER:
                await _delete_rows(session, table, column, games if key is Key.GAME else ids, timers)
        await check()
        await _cancel_timers(session, timers)
        return len(ids)

    async def delete(self, session: Session, server: int, check: Check) -> None:
        """Delete the rows of a server that has no challenges left."""
        channels = list((await session.connection.execute(_CHANNELS, {"server": server})).scalars())
        await _delete_notices(session, [server, *(-channel for channel in channels)], [])
        await _delete(session, requests.c.subject, [server, *channels])
        timers: _Timers = defaultdict(list)
        owned = [(table, column) for table, column, key in self._columns() if key is Key.SERVER]
        for table, column in owned:
            if table.table.name not in _LAST:
                await _delete_rows(session, table, column, [server], timers)
        await check()
        for table, column in owned:
            if table.table.name in _LAST:
                await _delete_rows(session, table, column, [server], timers)
        await _cancel_timers(session, timers)

    def _columns(self) -> Iterator[tuple[OwnedTable, sa.Column[int], Key]]:
        """Yield the columns that identify a server's rows, referring tables before those they refer to."""
        for owned in reversed(self._features.tables):
            for name, key in (owned.of_server or {}).items():
                yield owned, owned.table.c[name], key


async def _delete_notices_about(session: Session, places: Collection[int]) -> None:
    """Delete notices that change messages in these channels and belong to no game."""
    data = sa.cast(notices.c.data, sa.Text)
    mentions = sa.or_(*(data.contains(str(place)) for place in sorted(places)))
    await session.connection.execute(sa.delete(notices).where(notices.c.game.is_(None), mentions))


async def _delete_notices(session: Session, streams: Sequence[int], games: Sequence[int]) -> None:
    await _delete(session, notices.c.stream, streams)
    await _delete(session, notices.c.game, games)


async def _delete_rows(
    session: Session, table: OwnedTable, column: sa.Column[int], values: Sequence[int], timers: _Timers
) -> None:
    """Delete rows, and collect their timers for cancellation."""
    if values and table.timers is not None:
        condition = column.in_(sa.bindparam("values", expanding=True))
        rows = await session.connection.execute(
            table.timers.timer_keys.where(condition), {"values": list(values)}
        )
        for kind, subjects in by_kind(rows).items():
            timers[kind] += subjects
    await _delete(session, column, values)


async def _delete(session: Session, column: sa.Column[int], values: Sequence[int]) -> None:
    if values:
        condition = column.in_(sa.bindparam("values", expanding=True))
        await session.connection.execute(sa.delete(column.table).where(condition), {"values": list(values)})


async def _cancel_timers(session: Session, timers: Mapping[str, Sequence[int]]) -> None:
    for kind, subjects in timers.items():
        await session.of(TimerRepository).cancel_all(kind, subjects)
