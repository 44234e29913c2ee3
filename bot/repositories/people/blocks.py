"""Blocks between people."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.records.people import BlockRecord
from bot.repositories.tables.person_tables import blocks
from data.session import Session

_pair: Final = (blocks.c.blocker == sa.bindparam("_blocker"), blocks.c.blocked == sa.bindparam("_blocked"))
_HAS: Final = sa.select(blocks.c.made).where(*_pair)
_ADD: Final = sa.insert(blocks)
_REMOVE: Final = sa.delete(blocks).where(*_pair)
_BY: Final = (
    sa.select(blocks.c.blocked)
    .where(blocks.c.blocker == sa.bindparam("person"))
    .order_by(blocks.c.made, blocks.c.blocked)
)
_others: Final[sa.BindParameter[int]] = sa.bindparam("others", expanding=True)
_BETWEEN: Final = (
    sa.select(blocks.c.blocker, blocks.c.blocked)
    .where(
        sa.or_(
            sa.and_(blocks.c.blocker == sa.bindparam("person"), blocks.c.blocked.in_(_others)),
            sa.and_(blocks.c.blocked == sa.bindparam("person"), blocks.c.blocker.in_(_others)),
        )
    )
    .order_by(blocks.c.blocker, blocks.c.blocked)
)


class BlockRepository:
    """The table `blocks` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def add(self, blocker: int, blocked: int, now: datetime) -> None:
        """Block a person; a repetition changes nothing."""
        values = {"_blocker": blocker, "_blocked": blocked}
        if (await self._connection.execute(_HAS, values)).first() is None:
            await self._connection.execute(_ADD, {"blocker": blocker, "blocked": blocked, "made": now})

    async def remove(self, blocker: int, blocked: int) -> None:
        """Unblock a person."""
        await self._connection.execute(_REMOVE, {"_blocker": blocker, "_blocked": blocked})

    async def by(self, person: int) -> tuple[int, ...]:
        """Return the people that a person blocks, in the order of the blocks."""
        return tuple((await self._connection.execute(_BY, {"person": person})).scalars())

    async def between(self, person: int, others: Collection[int]) -> tuple[BlockRecord, ...]:
        """Return the blocks between a person and others, in both directions."""
        if not others:
            return ()
        values = {"person": person, "others": sorted(others)}
        rows = await self._connection.execute(_BETWEEN, values)
        return tuple(BlockRecord(row.blocker, row.blocked) for row in rows)
