"""The outbox: claims notices for delivery, in order, and records the results."""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.kernel.outbox import delivery_failures
from bot.kernel.outbox.delivered import Delivered, finish
from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.outbox.notices import DeliveryResult, Notice
from bot.kernel.outbox.retry_policy import is_hopeless, pause
from bot.kernel.transactions.unit_of_work import is_id
from bot.model.ports import Clock
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.restores import RestoreRepository
from bot.repositories.tables.outbox_tables import FIRST
from data.cluster.signal_values import Signal, Topic
from data.session import Session
from data.store import Store

_MAX_EDIT_TRIES: Final = 6
"""The tries of an edit of an existing message: for a minute, since later notices wait for it."""
_MAX_EDIT_DELAY: Final = timedelta(minutes=1)
"""The longest delay of such an edit, for the same reason."""
_ALIVE_AGAIN: Final = timedelta(seconds=1)
"""The delay before a process asks again while others may consider it dead."""
_UNDECIDED: Final = "it may have been told before the restore, which nobody can see any more"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The result of an exchange: the claimed notices.

    `next_due` is when the next claimable notice is due, not counting notices behind a claimed one, or when to
    ask again if claims are suspended. None means that nothing waits, that none was asked for, or that notices
    were claimed: then ask again soon.
    """

    claimed: tuple[Notice, ...] = ()
    next_due: datetime | None = None


@dataclass(frozen=True, slots=True)
class SettledRestore:
    """The number of waiting notices from a restore, and of undecidable ones."""

    restored: datetime
    waiting: int
    undecided: int


class Outbox:
    """The queue of notices. `claimant` identifies this process's claims.

    Within a challenge and its match, per audience, no notice is claimed before the earlier ones are
    delivered. Recording a result twice changes nothing. `became` is called with each result and the notice's
    kind, after the commit. `room` is how many more notices this process can deliver now, 0 while it delivers
    none.

    While `alive` is False (other processes may consider this one dead) nothing is claimed: another process
    may own its claims.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        routes: MessageRoutes,
        claimant: str | None = None,
        *,
        alive: Callable[[], bool] = lambda: True,
        became: Callable[[str, DeliveryResult], None] = lambda _kind, _result: None,
    ) -> None:
        self._store = store
        self._became = became
        self._clock = clock
        self._routes = routes
        self._claimant = claimant or secrets.token_hex(8)
        self.alive: Final = alive
        self.room = 0

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        """Record deliveries and claim the most urgent due notices, in one transaction.

        `background` limits the claimed background notices; they are claimed only if there is room left.
        Deliver the claimed notices, record the results, and call this again. The removal of a replaced
        message is written as a notice in the same transaction, so a crash cannot leave the old message.
        """
        async with self._store.write() as session:
            now = self._clock()
            closed = await finish(session, delivered, self._routes, now)
            exchange = await self._claim(session, now, limit, limit if background is None else background)
        for kind in closed:
            self._became(kind, DeliveryResult.DELIVERED)
        return exchange

    async def release_others(self, notice_ids: Collection[int]) -> None:
        """Release, as uncertain, this process's claims on notices other than those with the ids `notice_ids`.

        A commit's acknowledgement may be lost, and with it the claimed notices.
        """
        async with self._store.write() as session:
            await session.of(NoticeRepository).release_others(self._claimant, notice_ids)

    async def _claim(self, session: Session, now: datetime, limit: int, background: int) -> Exchange:
        if limit <= 0:
            return Exchange()
        if not self.alive():
            return Exchange(next_due=now + _ALIVE_AGAIN)
        notices = session.of(NoticeRepository)
        claimed = await notices.claim(self._claimant, now, limit, background, kinds=self._routes.readable)
        if claimed:
            return Exchange(tuple(map(self._routes.read, claimed)))
        asked_for = None if background > 0 else FIRST
        return Exchange(next_due=await notices.next_due(priority=asked_for, kinds=self._routes.readable))

    async def _own_claim(self, session: Session, notice_id: int) -> Notice | None:
        record = await session.of(NoticeRepository).lock_claimed(notice_id, self._claimant)
        return None if record is None else self._routes.read(record)

    async def notice(self, notice_id: int) -> Notice | None:
        """Return a notice in any state; None if it does not exist or this version cannot read it."""
        async with self._store.read() as session:
            record = await session.of(NoticeRepository).get(notice_id) if is_id(notice_id) else None
            return (
                None
                if record is None or record.kind not in self._routes.readable
                else self._routes.read(record)
            )

    async def postpone(
        self, notice_id: int, error: str, *, uncertain: bool = True, wait: timedelta | None = None
    ) -> None:
        """Record a failed delivery: the notice is due again later, or missed after days of failures.

        `uncertain`: the message may have arrived nevertheless. `wait` is Discord's requested pause. Edits of
        existing messages are dropped after a minute.
        """
        now = self._clock()
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            if notice is None:
                return
            attempts = notice.attempts + 1
            if notice.event.corrects and attempts >= _MAX_EDIT_TRIES:
                result = await delivery_failures.drop(session, notice, error)
            elif is_hopeless(await _earliest_delivery(session, notice, now), now):
                result = await delivery_failures.miss(session, notice, self._routes, error, now)
            else:
                result = DeliveryResult.POSTPONED
                await session.of(NoticeRepository).postpone(
                    notice_id,
                    now + max(pause(attempts), wait or timedelta()),
                    attempts,
                    delivery_failures.storable_reason(error),
                    uncertain=uncertain or notice.uncertain,
                )
        self._became(notice.kind.__name__, result)

    async def hold_back(self, notice_id: int, reason: str, wait: timedelta) -> None:
        """Record that a notice was not attempted: it is due again after `wait`, or missed after days.

        Edits of existing messages are dropped if `wait` is long.
        """
        now = self._clock()
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            if notice is None:
                return
            if notice.event.corrects and wait > _MAX_EDIT_DELAY:
                result = await delivery_failures.drop(session, notice, reason)
            elif is_hopeless(await _earliest_delivery(session, notice, now), now):
                result = await delivery_failures.miss(session, notice, self._routes, reason, now)
            else:
                result = DeliveryResult.POSTPONED
                await session.of(NoticeRepository).postpone(
                    notice_id,
                    now + wait,
                    notice.attempts,
                    delivery_failures.storable_reason(reason),
                    uncertain=notice.uncertain,
                )
        self._became(notice.kind.__name__, result)

    async def reroute(self, notice_id: int, error: str) -> None:
        """Record that a public place is closed: each recipient gets a direct message instead.

        A notice for one person, or a sensitive one, is missed.
        """
        now = self._clock()
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            if notice is None:
                return
            if notice.recipient is not None or notice.event.sensitive:
                result = await delivery_failures.miss(session, notice, self._routes, error, now)
            else:
                result = DeliveryResult.REROUTED
                await session.of(NoticeRepository).close(
                    notice_id, result, delivery_failures.storable_reason(error)
                )
                await session.of(NoticeRepository).add(
                    await delivery_failures.in_person(session, notice, self._routes), now
                )
        self._became(notice.kind.__name__, result)

    async def drop(self, notice_id: int, error: str) -> None:
        """Record that a notice needs no delivery."""
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            result = None if notice is None else await delivery_failures.drop(session, notice, error)
        if notice is not None and result is not None:
            self._became(notice.kind.__name__, result)

    async def miss(self, notice_id: int, error: str) -> None:
        """Record that a notice is undeliverable: its recipients see it at their next command."""
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            result = (
                None
                if notice is None
                else await delivery_failures.miss(session, notice, self._routes, error, self._clock())
            )
        if notice is not None and result is not None:
            self._became(notice.kind.__name__, result)

    async def leave_undecided(self, notice_id: int) -> None:
        """Record that a notice may have been posted in the time lost by a restore.

        It has pings, which must not be repeated: its recipients see it at their next command.
        """
        async with self._store.write() as session:
            notice = await self._own_claim(session, notice_id)
            if notice is None:
                return
            await session.of(RestoreRepository).count_undecided()
            result = await delivery_failures.miss(session, notice, self._routes, _UNDECIDED, self._clock())
        self._became(notice.kind.__name__, result)

    async def count_undecided(self) -> None:
        """Count a notice without pings that may have been posted in the lost time, and is posted again."""
        async with self._store.write() as session:
            await session.of(RestoreRepository).count_undecided()

    async def restore_progress(self) -> SettledRestore | None:
        """Return the state of the latest restore's notices; None if there was no restore."""
        async with self._store.read() as session:
            epochs = await session.of(RestoreRepository).epochs()
            waiting = await session.of(RestoreRepository).count_unsettled() if epochs else 0
        return SettledRestore(epochs[-1].begun, waiting, epochs[-1].undecided) if epochs else None

    async def take_missed(self, person: int) -> tuple[Notice, ...]:
        """Return a person's missed notices, oldest first, each only once."""
        async with self._store.write() as session:
            return tuple(
                map(
                    self._routes.read,
                    await session.of(NoticeRepository).hand_out(person, kinds=self._routes.readable),
                )
            )

    async def signal_change(self, message: int) -> None:
        """Notify the other processes that a message differs from its first post."""
        await self._store.signal(Signal(Topic.MESSAGE, message))

    async def leave_to_others(self) -> None:
        """Notify the other processes that this one stops delivering."""
        await self._store.signal(Signal(Topic.NOTICES))

    async def recover(self) -> int:
        """Release unfinished claims of dead processes; return their number.

        To be called regularly: a process considered dead may still commit claims.
        """
        async with self._store.write() as session:
            return await session.of(ClaimRepository).release_late(self._claimant)


async def _earliest_delivery(session: Session, notice: Notice, now: datetime) -> datetime:
    """Return the earliest time of a delivery; for a lost notice the beginning of the restore's epoch."""
    return (
        notice.written or now
        if notice.lost is None
        else (await session.of(RestoreRepository).epochs())[-1].begun
    )
