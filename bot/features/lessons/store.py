"""The table of people's lesson results and its queries."""

from typing import Final

import sqlalchemy as sa

from bot.features.lessons.domain.lessons import LessonResult
from bot.kernel.personal.tables import DeletedRows, OwnedTable
from bot.repositories.rows.row_mapping import RowMapping
from data.connections.dialects import upserts
from data.schema.base import metadata
from data.schema.columns import UtcDateTime
from data.session import Session

# People's results in lessons, by game and by the lesson's id within the game.
lesson_results: Final = sa.Table(
    "lesson_results",
    metadata,
    # Cascades because a version of the program without this table may delete people.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("lesson", sa.Text, primary_key=True),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    sa.Column("last", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

_RESULT: Final = RowMapping(LessonResult)
_OF_ONE: Final = sa.select(lesson_results).where(lesson_results.c.player == sa.bindparam("person"))
_PUT: Final = upserts(lesson_results, ["player", "key", "lesson"], "wrong", "done", "last")


class LessonResultRepository:
    """The table `lesson_results` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, person: int) -> tuple[LessonResult, ...]:
        """Return a person's results in all lessons that they have tried."""
        rows = await self._connection.execute(_OF_ONE, {"person": person})
        return tuple(map(_RESULT.read, rows))

    async def save(self, person: int, result: LessonResult) -> None:
        """Store a person's result of a lesson, replacing the previous one."""
        values = {"player": person, **_RESULT.columns_of(result)}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


TABLES: Final = (
    OwnedTable(
        lesson_results,
        DeletedRows(lesson_results, ("player",)),
        nameless=("key", "lesson"),
    ),
)
