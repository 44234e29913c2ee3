"""The tables of puzzle results and daily streaks, and their queries."""

from typing import Final

import sqlalchemy as sa

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, Streak
from bot.features.puzzles.domain.puzzles import PuzzleResult
from bot.kernel.checks import timer_checks
from bot.kernel.personal.tables import DeletedRows, Key, OwnedTable
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.subscription_tables import subscriptions
from data.connections.dialects import upserts
from data.schema.base import metadata
from data.schema.columns import UtcDateTime
from data.session import Session

# People's streaks: how many consecutive daily puzzles of a server they have solved.
puzzle_streaks: Final = sa.Table(
    "puzzle_streaks",
    metadata,
    # Cascades, as a version of the program without this table can also delete people.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    # The number of the last solved puzzle.
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
        """Return a person's streak in a server's daily puzzles."""
        result = await self._connection.execute(_STREAK, {"person": person, "server": server})
        row = result.one_or_none()
        return Streak() if row is None else _STREAK_ROW.read(row)

    async def last_solved_number(self, server: int) -> int:
        """Return the highest number of a server's daily puzzle that anyone has solved, 0 for none."""
        latest: int | None = (await self._connection.execute(_LAST_SOLVED, {"server": server})).scalar()
        return latest or 0

    async def save_streak(self, person: int, server: int, streak: Streak) -> None:
        """Store a person's streak in a server's daily puzzles."""
        values = {"player": person, "server": server, **_STREAK_ROW.columns_of(streak)}
        values |= {"length": streak.length, "best": streak.best}
        await self._connection.execute(_PUT_STREAK[self._connection.dialect.name], values)


# People's results in puzzles, by the number derived from the position.
puzzle_results: Final = sa.Table(
    "puzzle_results",
    metadata,
    # Cascades, as a version of the program without this table can also delete people.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("last", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

_RESULT: Final = RowMapping(PuzzleResult)
_OF_ONE: Final = sa.select(puzzle_results).where(puzzle_results.c.player == sa.bindparam("person"))
_PUT: Final = upserts(puzzle_results, ["player", "puzzle"], "key", "wrong", "solved", "last")


class PuzzleResultRepository:
    """The table `puzzle_results` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, person: int) -> tuple[PuzzleResult, ...]:
        """Return a person's results in all puzzles that they have tried."""
        rows = await self._connection.execute(_OF_ONE, {"person": person})
        return tuple(map(_RESULT.read, rows))

    async def save(self, person: int, result: PuzzleResult) -> None:
        """Store a person's result of a puzzle, replacing the previous one."""
        values = {"player": person, **_RESULT.columns_of(result)}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


TABLES: Final = (
    OwnedTable(
        puzzle_results,
        DeletedRows(puzzle_results, ("player",)),
        nameless=("key",),
    ),
    OwnedTable(puzzle_streaks, DeletedRows(puzzle_streaks, ("player",)), {"server": Key.SERVER}),
)


CHECKS: Final = timer_checks(
    subscriptions, subscriptions.c.server, DAILY_PUZZLE, subscriptions.c.kind == DAILY_PUZZLE
)
