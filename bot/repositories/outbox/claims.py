"""Claims of notices and jobs by living processes, and leftovers of dead ones."""

from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa

from bot.repositories.tables.outbox_tables import NOTICE_IS_CLAIMED, notices
from data.cluster.cluster_tables import job_claims, processes
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.connections.dialects import inserts_if_absent
from data.session import Session

_CLAIM: Final = inserts_if_absent(job_claims, lambda insert: insert.returning(job_claims.c.subject))
_RELEASE: Final = sa.delete(job_claims).where(job_claims.c.claimant == sa.bindparam("_claimant"))
_living: Final = sa.select(processes.c.id)
_DEAD: Final = sa.union(
    sa.select(notices.c.claimant).where(NOTICE_IS_CLAIMED, notices.c.claimant.not_in(_living)),
    sa.select(job_claims.c.claimant).where(job_claims.c.claimant.not_in(_living)),
)
_dead: Final[sa.BindParameter[str]] = sa.bindparam("_dead", expanding=True)
_FREE_NOTICES: Final = (
    sa.update(notices)
    .where(
        NOTICE_IS_CLAIMED,
        notices.c.id.in_(
            sa.select(notices.c.id)
            .where(NOTICE_IS_CLAIMED, notices.c.claimant.in_(_dead))
            # Concurrent transactions take each row once, and cannot deadlock.
            .with_for_update(skip_locked=True)
        ),
    )
    .values(status="waiting", claimant=None, uncertain=True)
    .returning(notices.c.id)
)
_FREE_JOBS: Final = (
    sa.delete(job_claims)
    .where(
        sa.tuple_(job_claims.c.kind, job_claims.c.subject).in_(
            sa.select(job_claims.c.kind, job_claims.c.subject)
            .where(job_claims.c.claimant.in_(_dead))
            .with_for_update(skip_locked=True)
        )
    )
    .returning(job_claims.c.subject)
)


class ClaimRepository:
    """Processes' claims within one connection: all of `job_claims`, and those in `notices`."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._session = session

    async def take(self, kind: str, subjects: Collection[int], claimant: str) -> tuple[int, ...]:
        """Claim the timers of subjects; return the subjects that were unclaimed, in the same order."""
        statement, claims = _CLAIM[self._connection.dialect.name], set[int]()
        for subject in sorted(subjects):
            values: dict[str, Any] = {"kind": kind, "subject": subject, "claimant": claimant}
            claims.update((await self._connection.execute(statement, values)).scalars())
        return tuple(subject for subject in subjects if subject in claims)

    async def release_all(self, claimant: str) -> None:
        """Release all jobs of a claimant."""
        await self._connection.execute(_RELEASE, {"_claimant": claimant})

    async def release_dead(self) -> int:
        """Release the claims of dead processes; return their number.

        Notices wait again, as uncertain. To be called at the end of a process: the others always get a
        signal, since they may wait for its work.
        """
        freed = await self._free("")
        await self._signal_freed()
        return freed

    async def release_late(self, besides: str) -> int:
        """Release claims that dead processes made after `release_dead`; `besides` never counts as dead."""
        freed = await self._free(besides)
        if freed:
            await self._signal_freed()
        return freed

    async def _free(self, besides: str) -> int:
        # Dead processes are read first: one that joins now and claims the freed notices must not count as
        # dead.
        dead = set((await self._connection.execute(_DEAD)).scalars()) - {besides}
        if not dead:
            return 0
        values = {"_dead": sorted(dead)}
        freed = [(await self._connection.execute(each, values)).all() for each in (_FREE_NOTICES, _FREE_JOBS)]
        return sum(map(len, freed))

    async def _signal_freed(self) -> None:
        await self._session.of(SignalRepository).send(Signal(Topic.FREED))
