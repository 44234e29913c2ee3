"""How long people have solved each daily puzzle of a server."""

from typing import Final

import sqlalchemy as sa

from bot.features.puzzles.domain.daily_puzzles import Streak
from bot.repositories.rows.row_mapping import RowMapping
from data.connections.dialects import upserts
from data.schema.base import metadata
from data.session import Session

# How many daily puzzles of a server people have solved one after the other.
puzzle_streaks: Final = sa.Table(
    "puzzle_streaks",
    metadata,
    # A version from before this table, too, can delete someone.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    # The number of the last one they have solved.
    sa.Column("latest", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Index(None, "server"),
    sqlite_with_rowid=False,
)

_STREAK_ROW: Final = RowMapping(Streak)
_STREAK: Final = sa.select(puzzle_streaks.c.latest, puzzle_streaks.c.length, puzzle_streaks.c.best).where(
    puzzle_streaks.c.player == sa.bindparam("person"), puzzle_streaks.c.server == sa.bindparam("server")
)
_LAST_SOLVED: Final = sa.select(sa.func.max(puzzle_streaks.c.latest)).where(
    puzzle_streaks.c.server == sa.bindparam("server")
)
_PUT_STREAK: Final = upserts(puzzle_streaks, ["player", "server"], "latest", "length", "best")


class DailyPuzzleRepository:
    """The table `puzzle_streaks` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def streak(self, person: int, server: int) -> Streak:
        """Return how somebody has fared with the daily puzzles of a server."""
        found = await self._connection.execute(_STREAK, {"person": person, "server": server})
        row = found.one_or_none()
        return Streak() if row is None else _STREAK_ROW.read(row)

    async def last_solved(self, server: int) -> int:
        """Return the number of the last daily puzzle of a server that anybody has solved, 0 for none."""
        latest: int | None = (await self._connection.execute(_LAST_SOLVED, {"server": server})).scalar()
        return latest or 0

    async def put_streak(self, person: int, server: int, streak: Streak) -> None:
        """Write how somebody has fared with them by now."""
        values = {"player": person, "server": server, **_STREAK_ROW.written(streak)}
        values |= {"length": streak.length, "best": streak.best}
        await self._connection.execute(_PUT_STREAK[self._connection.dialect.name], values)
