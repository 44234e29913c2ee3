"""Timers: due times of time-dependent changes, in one table for all kinds.

A timer is written in the transaction that changes its aggregate, after the aggregate itself. No transaction
locks an aggregate while it holds timers: a round claims them in a separate transaction, which locks nothing
else.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from data.cluster.cluster_tables import job_claims, timers
from data.connections.dialects import upserts
from data.session import Session

_OF_KIND: Final = timers.c.kind == sa.bindparam("_kind")
_SUBJECT: Final = timers.c.subject == sa.bindparam("_subject")
_SET: Final = upserts(timers, ["kind", "subject"], "due")
_CANCEL: Final = sa.delete(timers).where(_OF_KIND, _SUBJECT)
_CANCEL_THESE: Final = sa.delete(timers).where(
    _OF_KIND, timers.c.subject.in_(sa.bindparam("_subjects", expanding=True))
)
_DUE: Final = (
    sa.select(timers.c.subject, timers.c.due)
    .where(
        _OF_KIND,
        timers.c.due <= sa.bindparam("_now"),
        ~sa.exists(
            sa.select(sa.literal_column("1"))
            .select_from(job_claims)
            .where(job_claims.c.kind == timers.c.kind, job_claims.c.subject == timers.c.subject)
        ),
    )
    .order_by(timers.c.due, timers.c.subject)
    .limit(sa.bindparam("_limit"))
    # Timers being written, or claimed by another process, wait for the next round.
    .with_for_update(skip_locked=True)
)
_POSTPONE: Final = (
    sa.update(timers)
    .where(_OF_KIND, _SUBJECT, timers.c.due <= sa.bindparam("_now"))
    .values(due=sa.bindparam("_until"))
)
_FINISH: Final = sa.delete(timers).where(_OF_KIND, _SUBJECT, timers.c.due == sa.bindparam("_due"))


@dataclass(frozen=True, slots=True)
class DueTimer:
    kind: str
    subject: int
    due: datetime


class TimerRepository:
    """The table `timers` within one connection.

    After the commit, each written moment wakes the workers that wait for timers.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._session = session

    async def set(self, kind: str, subject: int, due: datetime | None) -> None:
        """Set the timer of a subject, replacing an earlier one; None cancels it."""
        if due is None:
            await self.cancel(kind, subject)
            return
        values: dict[str, Any] = {"kind": kind, "subject": subject, "due": due}
        await self._session.defer(_SET[self._connection.dialect.name], values)
        self._session.expect(due)

    async def set_all(self, kind: str, due: Mapping[int, datetime | None]) -> None:
        """Set the timers of several subjects; None cancels a timer."""
        moments = {subject: moment for subject, moment in sorted(due.items()) if moment is not None}
        rows = [{"kind": kind, "subject": subject, "due": moment} for subject, moment in moments.items()]
        if rows:
            statement = _SET[self._connection.dialect.name]
            await self._connection.execute(statement, rows if len(rows) > 1 else rows[0])
            self._session.expect(min(moments.values()))
        await self.cancel_all(kind, due.keys() - moments.keys())

    async def cancel(self, kind: str, subject: int) -> None:
        await self._connection.execute(_CANCEL, {"_kind": kind, "_subject": subject})

    async def cancel_all(self, kind: str, subjects: Collection[int]) -> None:
        if subjects:
            await self._connection.execute(_CANCEL_THESE, {"_kind": kind, "_subjects": sorted(subjects)})

    async def next_due(self, kinds: Sequence[str]) -> Mapping[str, datetime]:
        """Return the earliest due time by kind, claimed or not; kinds without a timer are omitted."""
        nearest, values = _nearest(len(kinds)), {f"_kind_{place}": kind for place, kind in enumerate(kinds)}
        row = (await self._connection.execute(nearest, values)).one()
        return {kind: due for kind, due in zip(kinds, row, strict=True) if due is not None}

    async def due(self, kind: str, now: datetime, limit: int) -> tuple[DueTimer, ...]:
        """Return the unclaimed timers of a kind that are due by now, longest overdue first."""
        rows = await self._connection.execute(_DUE, {"_kind": kind, "_now": now, "_limit": limit})
        return tuple(DueTimer(kind, row.subject, row.due) for row in rows)

    async def postpone(self, timer: DueTimer, now: datetime, until: datetime) -> None:
        """Postpone a timer, unless it was cancelled or moved into the future in the meantime."""
        values = {"_kind": timer.kind, "_subject": timer.subject, "_now": now, "_until": until}
        await self._connection.execute(_POSTPONE, values)
        self._session.expect(until)

    async def finish(self, fired: Collection[DueTimer]) -> None:
        """Delete fired timers, except those reset to another moment in the meantime."""
        rows = [{"_kind": timer.kind, "_subject": timer.subject, "_due": timer.due} for timer in fired]
        if rows:
            await self._connection.execute(_FINISH, rows if len(rows) > 1 else rows[0])


@cache
def _nearest(kinds: int) -> sa.Select[*tuple[Any, ...]]:
    """Return a statement that selects the earliest moment of each kind, with one index lookup each."""
    return sa.select(
        *(
            sa.select(timers.c.due)
            .where(timers.c.kind == sa.bindparam(f"_kind_{place}"))
            .order_by(timers.c.due)
            .limit(1)
            .scalar_subquery()
            .label(f"due_{place}")
            for place in range(kinds)
        )
    )
