"""The table of saved explored lines and its queries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.matches.domain.kept_lines import KeptLine
from bot.repositories.rows.row_mapping import RowMapping
from data.schema.base import metadata
from data.schema.columns import UtcDateTime, json_of, key
from data.session import Session

# Private explored lines, from the position after a ply.
kept_lines: Final = sa.Table(
    "kept_lines",
    metadata,
    sa.Column("id", key(), primary_key=True),
    # Cascades because a version of the program without this table may delete people and games.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("taken_back", sa.Integer, nullable=False),
    sa.Column("moves", json_of(tuple[str, ...]), nullable=False),
    sa.Column("kept", UtcDateTime, nullable=False),
    sa.Index(None, "player", "game"),
    sa.Index(None, "game"),
)

_LINE: Final = RowMapping(KeptLine)
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
        """Return a person's saved lines of a match, the oldest first."""
        rows = await self._connection.execute(_ALL, {"person": person, "match": match})
        return tuple(map(_LINE.read, rows))

    async def add(
        self, person: int, match: int, ply: int, taken_back: int, moves: Sequence[str], now: datetime
    ) -> None:
        line = {"ply": ply, "taken_back": taken_back, "moves": tuple(moves)}
        await self._connection.execute(_ADD, {"player": person, "game": match, "kept": now, **line})

    async def delete(self, person: int, match: int, number: int) -> None:
        """Delete a person's line, if it exists."""
        await self._connection.execute(_DELETE, {"person": person, "match": match, "id": number})
