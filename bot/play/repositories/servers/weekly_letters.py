"""In which channels servers have a weekly letter, and what it is made of: games that have ended or wait."""

from datetime import datetime, time
from typing import Final

import sqlalchemy as sa

from bot.play.domain.matches import Match
from bot.play.domain.servers.weekly_letters import WeeklyLetter
from bot.play.repositories.match_rows import MATCHES, MATCHES_WITH_SETTINGS, all_matches
from data.dialects import upserts
from data.records import JobKind
from data.schema import GAME_IS_FINISHED, GAME_IS_RUNNING, games, seats, weekly_letters
from data.session import Session
from data.tables.due_rows import DueRows

_OF_SERVER: Final = sa.select(weekly_letters).where(weekly_letters.c.server == sa.bindparam("server"))
_LOCKED: Final = _OF_SERVER.with_for_update()
_PUT: Final = upserts(
    weekly_letters, ["server"], "channel", "day", "time", "zone", "due", "number", "told", "puzzle"
)
_PUT_OFF: Final = sa.update(weekly_letters).where(weekly_letters.c.server == sa.bindparam("_server"))
_REMOVE: Final = sa.delete(weekly_letters).where(weekly_letters.c.server == sa.bindparam("_server"))
_DUE: Final = DueRows(JobKind.LETTER, weekly_letters.c.server, weekly_letters.c.due)
_ended: Final = (
    sa.select(games.c.id)
    .where(
        GAME_IS_FINISHED,
        games.c.server == sa.bindparam("server"),
        games.c.updated >= sa.bindparam("since"),
        games.c.updated < sa.bindparam("until"),
    )
    .order_by(games.c.id.desc())
    .limit(sa.bindparam("limit"))
    .subquery("chosen")
)
_ENDED: Final = MATCHES.join(_ended, _ended.c.id == games.c.id).order_by(
    games.c.updated.desc(), games.c.id, seats.c.seat
)
_waiting: Final = (
    sa.select(games.c.id)
    .where(
        GAME_IS_RUNNING,
        games.c.server == sa.bindparam("server"),
        games.c.turn.is_not(None),
        games.c.paused.is_(None),
    )
    .order_by(games.c.since, games.c.id)
    .limit(sa.bindparam("limit"))
    .subquery("chosen")
)
_WAITING: Final = MATCHES_WITH_SETTINGS.join(_waiting, _waiting.c.id == games.c.id).order_by(
    games.c.since, games.c.id, seats.c.seat
)
_MOVED: Final = (
    sa.select(sa.func.count())
    .select_from(games)
    .where(
        GAME_IS_RUNNING,
        games.c.server == sa.bindparam("server"),
        games.c.updated >= sa.bindparam("since"),
    )
)


class WeeklyLetterRepository:
    """The table `weekly_letters`, and games by weeks; `expect` is told each moment at which one is due."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._expect = session.expect

    async def get(self, server: int, *, lock: bool = False) -> WeeklyLetter | None:
        """Return the weekly letter of a server, None where it has none."""
        found = await self._connection.execute(_LOCKED if lock else _OF_SERVER, {"server": server})
        row = found.one_or_none()
        if row is None:
            return None
        clock = time.fromisoformat(row.time)
        when = (row.day, clock, row.zone, row.due)
        return WeeklyLetter(row.server, row.channel, *when, row.number, row.told, row.puzzle)

    async def put(self, letter: WeeklyLetter) -> None:
        """Write the weekly letter of a server, in place of what it had."""
        values: dict[str, int | str | datetime | None] = {
            "server": letter.server,
            "channel": letter.channel,
            "day": letter.day,
            "time": f"{letter.time:%H:%M}",
            "zone": letter.zone,
            "due": letter.due,
            "number": letter.number,
            "told": letter.told,
            "puzzle": letter.puzzle,
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
        self._expect(letter.due)

    async def put_off(self, server: int, due: datetime) -> None:
        """Write when it is to be tried again."""
        await self._connection.execute(_PUT_OFF, {"_server": server, "due": due})
        self._expect(due)

    async def remove(self, server: int) -> None:
        """Have a server have no weekly letter any more."""
        await self._connection.execute(_REMOVE, {"_server": server})

    async def next_due(self) -> datetime | None:
        """Return when the next one is to be posted."""
        return await _DUE.next(self._connection)

    async def due(self, now: datetime, limit: int) -> tuple[int, ...]:
        """Return the servers whose letter is due by now and in nobody's hands, the longest due first."""
        return await _DUE.come(self._connection, now, limit)

    async def ended(self, server: int, since: datetime, until: datetime, limit: int) -> tuple[Match, ...]:
        """Return the games of a server that ended from one moment on and before another, the latest first."""
        values = {"server": server, "since": since, "until": until, "limit": limit}
        return all_matches(await self._connection.execute(_ENDED, values))

    async def waiting(self, server: int, limit: int) -> tuple[Match, ...]:
        """Return the running games of a server that wait for somebody, the longest first, with settings."""
        return all_matches(await self._connection.execute(_WAITING, {"server": server, "limit": limit}))

    async def moved(self, server: int, since: datetime) -> int:
        """Count the running games of a server in which something has happened since then."""
        moved: int = (await self._connection.execute(_MOVED, {"server": server, "since": since})).scalar_one()
        return moved
