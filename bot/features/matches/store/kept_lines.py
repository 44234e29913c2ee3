"""Lines that people have explored and keep."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.matches.domain.kept_lines import KeptLine
from data.schema.games import kept_lines
from data.session import Session

_OF_ONE: Final = sa.and_(
    kept_lines.c.player == sa.bindparam("person"), kept_lines.c.game == sa.bindparam("match")
)
_ALL: Final = sa.select(kept_lines).where(_OF_ONE).order_by(kept_lines.c.id)
_ADD: Final = sa.insert(kept_lines)
_DELETE: Final = sa.delete(kept_lines).where(_OF_ONE, kept_lines.c.id == sa.bindparam("id"))


class KeptLineRepository:
    """The table `kept_lines` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, person: int, match: int) -> tuple[KeptLine, ...]:
        """Return the lines of a match that somebody keeps, the first one kept first."""
        rows = await self._connection.execute(_ALL, {"person": person, "match": match})
        return tuple(KeptLine(row.id, row.ply, row.taken_back, tuple(row.moves)) for row in rows)

    async def add(
        self, person: int, match: int, ply: int, taken_back: int, moves: Sequence[str], now: datetime
    ) -> None:
        """Keep a line for somebody."""
        line = {"ply": ply, "taken_back": taken_back, "moves": list(moves)}
        await self._connection.execute(_ADD, {"player": person, "game": match, "kept": now, **line})

    async def delete(self, person: int, match: int, number: int) -> None:
        """Delete a line of somebody's, if it is there."""
        await self._connection.execute(_DELETE, {"person": person, "match": match, "id": number})
