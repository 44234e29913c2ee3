"""Retention: expired rows are deleted in steps small enough not to delay other work."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.features.privacy.store import RetentionRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.people.privacy import MISSED_KEPT, NOTICES_KEPT, REQUESTS_KEPT

AT_ONCE: Final = 200
"""The maximum number of rows that a step checks."""


@dataclass(frozen=True, slots=True)
class Round:
    """The progress of a round through the rows."""

    requests: str | None = ""
    notices: int | None = 0
    deleted_rows: int = 0

    @property
    def is_done(self) -> bool:
        """Return whether the round is over."""
        return self.requests is None and self.notices is None


class Retention:
    """Deletes expired rows. Several processes may run concurrently: each row is deleted once."""

    def __init__(self, unit_of_work: UnitOfWork, at_once: int = AT_ONCE) -> None:
        self._unit_of_work = unit_of_work
        self._at_once = at_once

    async def forget(self, pause: Callable[[], Awaitable[None]]) -> int:
        """Run a round through the rows, with a pause between two steps; return the number of deleted rows."""
        so_far = await self.step(Round())
        while not so_far.is_done:
            await pause()
            so_far = await self.step(so_far)
        return so_far.deleted_rows

    async def step(self, so_far: Round) -> Round:
        """Run the next step of a round, in one short transaction; return the progress."""
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.write() as session:
            if so_far.requests is not None:
                asked = await session.of(RetentionRepository).forget_requests(
                    now - REQUESTS_KEPT, so_far.requests, self._at_once
                )
                return Round(asked.last, so_far.notices, so_far.deleted_rows + asked.deleted_rows)
            if so_far.notices is None:
                return so_far
            forgotten = await session.of(RetentionRepository).forget_notices(
                now - NOTICES_KEPT, now - MISSED_KEPT, so_far.notices, self._at_once
            )
            deleted = so_far.deleted_rows + forgotten.deleted_rows
            session.erases = forgotten.last is None and deleted > 0
            return Round(None, forgotten.last, deleted)
