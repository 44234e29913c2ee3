"""How people have fared with puzzles."""

from typing import Final

import sqlalchemy as sa

from bot.features.puzzles.domain.puzzles import PuzzleResult
from bot.repositories.rows.row_mapping import RowMapping
from data.connections.dialects import upserts
from data.schema.base import metadata
from data.schema.columns import UtcDateTime
from data.session import Session

# How people have fared with puzzles, each by the number that follows from its position.
puzzle_results: Final = sa.Table(
    "puzzle_results",
    metadata,
    # A version from before this table, too, can delete someone.
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
        """Return how somebody has fared with every puzzle they were set."""
        rows = await self._connection.execute(_OF_ONE, {"person": person})
        return tuple(map(_RESULT.read, rows))

    async def put(self, person: int, result: PuzzleResult) -> None:
        """Store a person's result of a puzzle, replacing an earlier one."""
        values = {"player": person, **_RESULT.written(result)}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
