"""Timers: effects of time, without a person's action."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, zip_longest
from typing import Final

from bot.model.ports import Clock, LeaseUncertain
from bot.repositories.outbox.claims import ClaimRepository
from bot.tracing import tracing
from data.cluster.timers import DueTimer, TimerRepository
from data.outages import is_outage
from data.store import Store

log = logging.getLogger(__name__)

QUOTA: Final = 20
"""The most timers of one kind per round, so that no kind delays the others for long."""
_LATER: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class TimerHandler:
    """The action of a due timer of a `kind`.

    `act` gets the timer's subject. It may be called repeatedly for the same moment, even after the subject is
    gone: it must check whether something is due. `complaint` is logged on failure, with the subject in place
    of `{}`.
    """

    kind: str
    act: Callable[[int], Awaitable[object]]
    complaint: str


class TimerSchedule:
    """Fires due timers.

    Call `act` whenever `next_due` is reached, and sleep until then; any commit may set an earlier timer,
    which `when_due` reports. Several processes may act concurrently: a timer claimed by one `claimant` is
    skipped by the others. A timer fires at least once; it is deleted only after that, unless its handler has
    set it again. Nothing fires while `alive` is False (other processes may consider this one dead).
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        handlers: Mapping[str, TimerHandler],
        *,
        claimant: str | None = None,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._handlers = handlers
        # Kinds of a newer version belong to its own processes.
        self._kinds = tuple(handlers)
        self._claimant = claimant or secrets.token_hex(8)
        self._alive = alive

    def when_due(self, expect: Callable[[datetime], None]) -> None:
        """Call `expect` after each commit that set timers, with the earliest of their times."""
        self._store.when_due(expect)

    async def next_due(self) -> datetime | None:
        """Return when the earliest timer is due, None without timers. Another process may have claimed it."""
        async with self._store.read() as session:
            return min((await session.of(TimerRepository).next_due(self._kinds)).values(), default=None)

    async def act(self) -> int:
        """Fire due, unclaimed timers, at most a quota of each kind; return the number of claimed ones."""
        if not self._alive():
            return 0
        claimed, fired = await self._claim(), list[DueTimer]()
        try:
            for timer in claimed:
                if not self._alive():
                    # Another process may have claimed the rest.
                    break
                with suppress(LeaseUncertain), tracing(f"{timer.kind}-{secrets.token_hex(4)}"):
                    if await self._fire(timer):
                        fired.append(timer)
        finally:
            async with self._store.write() as session:
                await session.of(TimerRepository).finish(fired)
                await session.of(ClaimRepository).release_all(self._claimant)
        return len(claimed)

    async def _claim(self) -> Sequence[DueTimer]:
        claimed: list[Sequence[DueTimer]] = []
        now = self._clock()
        async with self._store.write() as session:
            # An outage may have prevented the release of claims or hidden its result.
            await session.of(ClaimRepository).release_all(self._claimant)
            for kind, nearest in (await session.of(TimerRepository).next_due(self._kinds)).items():
                if nearest > now:
                    continue
                due = await session.of(TimerRepository).due(kind, now, QUOTA)
                subjects = [timer.subject for timer in due]
                own = set(await session.of(ClaimRepository).take(kind, subjects, self._claimant))
                claimed.append([timer for timer in due if timer.subject in own])
        return _in_turn(claimed)

    async def _fire(self, timer: DueTimer) -> bool:
        """Call a timer's handler; return whether it succeeded. After a failure the timer is postponed."""
        handler = self._handlers[timer.kind]
        try:
            await handler.act(timer.subject)
        except Exception as error:
            if isinstance(error, LeaseUncertain) or is_outage(error):
                raise
            # An unreadable game must not stop the timers of the others.
            log.exception("%s, will be retried", handler.complaint.format(timer.subject))
            async with self._store.write() as session:
                now = self._clock()
                await session.of(TimerRepository).postpone(timer, now, now + _LATER)
            return False
        return True


def _in_turn(kinds: Sequence[Sequence[DueTimer]]) -> Sequence[DueTimer]:
    """Interleave the timers of several kinds, so that no kind waits for all of another."""
    turns = zip_longest(*kinds)
    return [timer for timer in chain.from_iterable(turns) if timer is not None]
