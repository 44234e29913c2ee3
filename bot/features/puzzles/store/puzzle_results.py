"""How people have fared with puzzles."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.puzzles.domain.puzzles import PuzzleResult
from data.dialects import upserts
from data.schema.people import puzzle_results
from data.session import Session

_OF_ONE: Final = sa.select(puzzle_results).where(puzzle_results.c.player == sa.bindparam("person"))
_PUT: Final = upserts(puzzle_results, ["player", "puzzle"], "key", "wrong", "solved", "last")


class PuzzleResultRepository:
    """The table `puzzle_results` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, person: int) -> tuple[PuzzleResult, ...]:
        """Return how somebody has fared with every puzzle they were set."""
        rows = await self._connection.execute(_OF_ONE, {"person": person})
        return tuple(PuzzleResult(row.key, row.puzzle, row.wrong, row.solved, row.last) for row in rows)

    async def put(self, person: int, result: PuzzleResult) -> None:
        """Keep how somebody has fared with a puzzle, in place of what was known."""
        values: dict[str, int | str | bool | datetime] = {
            "player": person,
            "puzzle": result.puzzle,
            "key": result.key,
            "wrong": result.wrong,
            "solved": result.solved,
            "last": result.last,
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)
