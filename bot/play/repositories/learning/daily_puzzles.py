"""In which channels servers have a daily puzzle, and how long people have solved each of them."""

from datetime import datetime, time
from typing import Final

import sqlalchemy as sa

from bot.play.domain.learning.daily_puzzles import DailyPuzzle, Streak
from data.dialects import upserts
from data.records import JobKind
from data.schema import daily_puzzles, puzzle_streaks
from data.session import Session
from data.tables.due_rows import DueRows

_OF_SERVER: Final = sa.select(daily_puzzles).where(daily_puzzles.c.server == sa.bindparam("server"))
_LOCKED: Final = _OF_SERVER.with_for_update()
_PUT: Final = upserts(daily_puzzles, ["server"], "channel", "time", "zone", "due", "number", "puzzle")
_PUT_OFF: Final = sa.update(daily_puzzles).where(daily_puzzles.c.server == sa.bindparam("_server"))
_REMOVE: Final = sa.delete(daily_puzzles).where(daily_puzzles.c.server == sa.bindparam("_server"))
_DUE: Final = DueRows(JobKind.PUZZLE, daily_puzzles.c.server, daily_puzzles.c.due)
_STREAK: Final = sa.select(puzzle_streaks.c.latest, puzzle_streaks.c.length, puzzle_streaks.c.best).where(
    puzzle_streaks.c.player == sa.bindparam("person"), puzzle_streaks.c.server == sa.bindparam("server")
)
_LAST_SOLVED: Final = sa.select(sa.func.max(puzzle_streaks.c.latest)).where(
    puzzle_streaks.c.server == sa.bindparam("server")
)
_PUT_STREAK: Final = upserts(puzzle_streaks, ["player", "server"], "latest", "length", "best")


class DailyPuzzleRepository:
    """The tables `daily_puzzles` and `puzzle_streaks`; `expect` is told each moment at which one is due."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._expect = session.expect

    async def get(self, server: int, *, lock: bool = False) -> DailyPuzzle | None:
        """Return the daily puzzle of a server, None where it has none."""
        found = await self._connection.execute(_LOCKED if lock else _OF_SERVER, {"server": server})
        row = found.one_or_none()
        if row is None:
            return None
        clock = time.fromisoformat(row.time)
        return DailyPuzzle(row.server, row.channel, clock, row.zone, row.due, row.number, row.puzzle)

    async def put(self, daily: DailyPuzzle) -> None:
        """Write the daily puzzle of a server, in place of what it had."""
        values: dict[str, int | str | datetime | None] = {
            "server": daily.server,
            "channel": daily.channel,
            "time": f"{daily.time:%H:%M}",
            "zone": daily.zone,
            "due": daily.due,
            "number": daily.number,
            "puzzle": daily.puzzle,
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
        self._expect(daily.due)

    async def put_off(self, server: int, due: datetime) -> None:
        """Write when it is to be tried again."""
        await self._connection.execute(_PUT_OFF, {"_server": server, "due": due})
        self._expect(due)

    async def remove(self, server: int) -> None:
        """Have a server have no daily puzzle any more."""
        await self._connection.execute(_REMOVE, {"_server": server})

    async def next_due(self) -> datetime | None:
        """Return when the next one is to be posted."""
        return await _DUE.next(self._connection)

    async def due(self, now: datetime, limit: int) -> tuple[int, ...]:
        """Return the servers whose puzzle is due by now and in nobody's hands, the longest due first."""
        return await _DUE.come(self._connection, now, limit)

    async def streak(self, person: int, server: int) -> Streak:
        """Return how somebody has fared with the daily puzzles of a server."""
        found = await self._connection.execute(_STREAK, {"person": person, "server": server})
        row = found.one_or_none()
        return Streak() if row is None else Streak(row.latest, row.length, row.best)

    async def last_solved(self, server: int) -> int:
        """Return the number of the last daily puzzle of a server that anybody has solved, 0 for none."""
        latest: int | None = (await self._connection.execute(_LAST_SOLVED, {"server": server})).scalar()
        return latest or 0

    async def put_streak(self, person: int, server: int, streak: Streak) -> None:
        """Write how somebody has fared with them by now."""
        values = {"player": person, "server": server, "latest": streak.latest}
        values |= {"length": streak.length, "best": streak.best}
        await self._connection.execute(_PUT_STREAK[self._connection.dialect.name], values)
