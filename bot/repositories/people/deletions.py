"""Deletions: people who asked to be erased, and when."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.tables.match_tables import substitutions
from bot.repositories.tables.person_tables import DELETION_TIMER, deletions
from data.cluster.timers import TimerRepository
from data.session import Session

_DUE_OF: Final = sa.select(deletions.c.due).where(deletions.c.player == sa.bindparam("person"))
_LOCKED: Final = _DUE_OF.with_for_update()
_ADD: Final = sa.insert(deletions)
_REMOVE: Final = sa.delete(deletions).where(deletions.c.player == sa.bindparam("_person"))
_OPEN_SEATS: Final = (
    sa.select(substitutions.c.id)
    .where(
        substitutions.c.status == sa.literal_column("'open'"),
        sa.or_(
            *(substitutions.c[name] == sa.bindparam("person") for name in ("leaver", "offered_by", "wanted"))
        ),
    )
    .order_by(substitutions.c.id)
)


class DeletionRepository:
    """The table `deletions` within one connection, and the timers of deletions."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def due_of(self, person: int, *, lock: bool = False) -> datetime | None:
        """Return the time of a person's scheduled deletion, None if none is scheduled."""
        result = await self._connection.execute(_LOCKED if lock else _DUE_OF, {"person": person})
        due: datetime | None = result.scalar_one_or_none()
        return due

    async def ask(self, person: int, moment: datetime, due: datetime) -> None:
        """Store a person's first request to be erased."""
        await self._connection.execute(_ADD, {"player": person, "asked": moment, "due": due})
        await self._timers.set(DELETION_TIMER, person, due)

    async def call_off(self, person: int) -> None:
        """Cancel a person's deletion."""
        await self._connection.execute(_REMOVE, {"_person": person})
        await self._timers.cancel(DELETION_TIMER, person)

    async def open_seats_of(self, person: int) -> tuple[int, ...]:
        """Return the open offers of seats made by a person, made to them, or of their seats."""
        return tuple((await self._connection.execute(_OPEN_SEATS, {"person": person})).scalars())
