"""All that is kept of a server: deleted when the bot has been gone from it for long."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from data.records import JobKind
from data.schema import (
    EVERY_SERVER,
    SERVER_IS_GONE,
    audit_entries,
    challenges,
    daily_puzzles,
    followers,
    games,
    guests,
    kept_lines,
    limitations,
    notices,
    overviews,
    plans,
    plies,
    puzzle_streaks,
    rating_changes,
    ratings,
    requests,
    reviewed_plies,
    seats,
    server_rules,
    servers,
    substitutions,
    tournaments,
    undone,
    weekly_letters,
    welcomes,
)
from data.session import Session
from data.tables.due_rows import DueRows

_KNOWN: Final = sa.union(
    sa.select(servers.c.id), sa.select(welcomes.c.server).where(welcomes.c.server != EVERY_SERVER)
)
_OF_GAMES: Final = (
    rating_changes,
    plies,
    undone,
    plans,
    kept_lines,
    followers,
    reviewed_plies,
    seats,
    substitutions,
)
_GONE: Final = DueRows(JobKind.SERVER, servers.c.id, servers.c.gone, SERVER_IS_GONE)
_SINCE: Final = sa.select(servers.c.gone).where(servers.c.id == sa.bindparam("server")).with_for_update()
_COUNT_FROM: Final = sa.update(servers).where(servers.c.id == sa.bindparam("_server"), SERVER_IS_GONE)
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


class ServerDataRepository:
    """What every table says of one server, within one connection. A new table of servers is deleted here."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def known(self) -> frozenset[int]:
        """Return all servers of which anything is kept."""
        return frozenset((await self._connection.execute(_KNOWN)).scalars())

    async def first_gone(self) -> datetime | None:
        """Return since when the bot is no longer in the server that it has been gone from for longest."""
        return await _GONE.next(self._connection)

    async def gone_since(self, latest: datetime, limit: int) -> tuple[int, ...]:
        """Return the servers without the bot since then or longer, in nobody's hands, the longest first."""
        return await _GONE.come(self._connection, latest, limit)

    async def lock(self, server: int) -> datetime | None:
        """Return since when the bot is no longer in a server; that stays so until the transaction ends."""
        since: datetime | None = (
            await self._connection.execute(_SINCE, {"server": server})
        ).scalar_one_or_none()
        return since

    async def count_from(self, server: int, since: datetime) -> None:
        """Have a server that the bot was removed from count as left at a moment."""
        await self._connection.execute(_COUNT_FROM, {"_server": server, "gone": since})

    async def delete_games(self, server: int, limit: int) -> int:
        """Delete some of a server's challenges with all they have led to; return how many."""
        found = await self._connection.execute(_CHALLENGES, {"server": server, "limit": limit})
        ids = list(found.scalars())
        if not ids:
            return 0
        games_of = (await self._connection.execute(_GAMES, {"ids": ids})).all()
        played = [row.id for row in games_of]
        asked_in = (await self._connection.execute(_ASKED_IN, {"ids": ids})).scalars()
        places = {*asked_in, *(row.home for row in games_of), *(row.board_channel for row in games_of)}
        await self._forget_messages_in(places - {None})
        await self._delete_notices([*ids, *(-game for game in played)], played)
        for table in _OF_GAMES:
            await self._delete(table, table.c.game, played)
        await self._delete(audit_entries, audit_entries.c.game, played)
        await self._delete(games, games.c.id, played)
        await self._delete(guests, guests.c.challenge, ids)
        await self._delete(challenges, challenges.c.id, ids)
        return len(ids)

    async def delete(self, server: int) -> None:
        """Delete a server of which no challenge is left, and all that it has chosen."""
        channels = list((await self._connection.execute(_CHANNELS, {"server": server})).scalars())
        await self._delete_notices([server, *(-channel for channel in channels)], [])
        await self._delete(rating_changes, rating_changes.c.scope, [server])
        await self._delete(ratings, ratings.c.scope, [server])
        await self._delete(requests, requests.c.subject, [server, *channels])
        for table in (
            tournaments,
            overviews,
            audit_entries,
            server_rules,
            welcomes,
            limitations,
            daily_puzzles,
            puzzle_streaks,
            weekly_letters,
        ):
            await self._delete(table, table.c.server, [server])
        await self._delete(servers, servers.c.id, [server])

    async def _forget_messages_in(self, places: Collection[int]) -> None:
        """Delete the notices by which messages in these channels were changed; they belong to no game."""
        data = sa.cast(notices.c.data, sa.Text)
        of_these = sa.or_(*(data.contains(str(place)) for place in sorted(places)))
        await self._connection.execute(sa.delete(notices).where(notices.c.game.is_(None), of_these))

    async def _delete_notices(self, streams: Sequence[int], played: Sequence[int]) -> None:
        await self._delete(notices, notices.c.stream, streams)
        await self._delete(notices, notices.c.game, played)

    async def _delete(self, table: sa.Table, column: sa.Column[int], values: Sequence[int]) -> None:
        if values:
            these = column.in_(sa.bindparam("values", expanding=True))
            await self._connection.execute(sa.delete(table).where(these), {"values": list(values)})
