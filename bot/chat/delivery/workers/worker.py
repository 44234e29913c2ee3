"""Delivers the outbox's notices despite failures of Discord, each once as far as that can be known.

If all public places of a notice are closed, it is rerouted to the players' direct messages, then shown at
their next command. An undeliverable notice is given up within minutes, so that it does not block others.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from bot.chat.core.failures.discord_refusals import FAILURES, is_lasting, requested_pause
from bot.chat.delivery.discord_sender import PlaceClosed, Undecided
from bot.chat.delivery.senders import Senders
from bot.chat.delivery.workers.liveness_check import LivenessCheck
from bot.chat.delivery.workers.wakeup import AFTER_OUTAGE, Wakeup, pause
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.tracing import SentRequest
from bot.kernel.feature import Resume
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import Settled
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.model.event import DomainEvent
from bot.model.people.person import MessageRef
from bot.model.ports import Clock, LeaseUncertain
from bot.tracing import tracing
from data.outages import OUTAGES, is_outage

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
BACKGROUND_AT_ONCE: Final = 4
"""The limit of concurrent background notices: people wait for the others."""
_MAX_RENDER_TRIES: Final = 8
"""The tries of a message that fails to render: about four minutes."""
_MAX_ERROR_LENGTH: Final = 500
SOON: Final = 1.0
"""Seconds between exchanges with the outbox during deliveries.

Edits are repeatable, so they are recorded with this delay.
"""
_RECOVERS_EVERY: Final = timedelta(minutes=1)


class DeliveryWorker:
    """The loop that empties the outbox.

    `settled` follows up on notices of given types once they are delivered or refused; every minute `resume`
    does so for notices that it missed, as after a crash. `sent` returns what a notice's delivery task has
    sent so far; `posted` gets each delivered notice.
    """

    def __init__(
        self,
        outbox: Outbox,
        senders: Senders,
        clock: Clock,
        wakeup: Wakeup,
        liveness: LivenessCheck | None = None,
        sent: Callable[[], SentRequest] = lambda: SentRequest.SOMETHING,
        posted: Callable[[Notice], None] = lambda _: None,
        settled: Mapping[type[DomainEvent], Settled] | None = None,
        resume: Sequence[Resume] = (),
    ) -> None:
        self._outbox = outbox
        self._posted = posted
        self._settled = settled or {}
        self._resume = resume
        self._liveness = liveness or LivenessCheck(outbox.alive)
        self._abandoned: list[Notice] = []
        self._in_hand: set[int] = set()
        self._in_background = 0
        self._after_outage = self._says_that_it_waits = False
        self._senders = senders
        self._clock = clock
        self._wakeup = wakeup
        self._sent = sent
        self._delivered: list[tuple[Notice, MessageRef | None]] = []
        self._writing_late: asyncio.TimerHandle | None = None
        self._recovers = datetime.min.replace(tzinfo=UTC)
        self._is_open = self._ends = False

    def end(self) -> None:
        """Finish the current deliveries, then `run` returns."""
        self._ends = True
        self._wakeup.ring()

    async def run(self) -> None:
        """Deliver until stopped, beginning with unfinished notices of dead processes."""
        async with asyncio.TaskGroup() as under_way:
            self._is_open = True
            self._count_room()
            try:
                while not self._ends:
                    self._wakeup.clear()
                    rest = await self._work(under_way)
                    if not self._ends:
                        await self._wakeup.wait(rest)
            finally:
                self._is_open = False
                self._count_room()
        try:
            await self._exchange(None)
            await self._outbox.leave_to_others()
        except OUTAGES as error:
            log.warning(
                "other processes look up the unrecorded deliveries: %s", str(error).partition("\n")[0]
            )

    async def _work(self, under_way: asyncio.TaskGroup) -> float:
        """Do the due work; return the seconds to sleep."""
        try:
            if self._clock() >= self._recovers:
                await self._recover()
            if self._after_outage:
                await self._outbox.release_others(self._mine())
                self._after_outage = False
            due = await self._exchange(under_way)
        except OUTAGES as error:
            # Every failure wakes the loop; log the outage once, not per failure.
            level = logging.DEBUG if self._says_that_it_waits else logging.WARNING
            log.log(level, "deliveries wait for the database: %s", str(error).partition("\n")[0])
            self._after_outage = self._says_that_it_waits = True
            return AFTER_OUTAGE
        self._says_that_it_waits = False
        return pause(due, self._clock())

    def _mine(self) -> set[int]:
        """Return the ids of the notices in delivery or without a stored result."""
        # Recording a delivered notice again changes nothing.
        notices = [notice for notice, _ in self._delivered] + self._abandoned
        return self._in_hand | {notice.id for notice in notices}

    async def _recover(self) -> None:
        recovered = await self._outbox.recover()
        self._recovers = self._clock() + _RECOVERS_EVERY
        if recovered:
            log.info("took over %d notices claimed by dead processes", recovered)
        for resume in self._resume:
            await self._go_on_from(resume())

    async def _settle(self, notice: Notice) -> None:
        """Follow up on a notice that was delivered or given up."""
        settled = self._settled.get(notice.kind)
        if settled is not None:
            await self._go_on_from(settled(notice))

    @staticmethod
    async def _go_on_from(work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except LeaseUncertain as error:
            log.warning("the follow-up work of deliveries is left to other processes: %s", error)
        except Exception as error:
            if is_outage(error):
                raise
            # An unreadable match must not stop all messages.
            log.exception("the follow-up work of a delivery failed, will be retried")

    async def _exchange(self, under_way: asyncio.TaskGroup | None) -> datetime | None:
        """Record deliveries and claim the next due notices.

        Return when the next notice is due. Without `under_way` no delivery starts.
        """
        await self._reclaim_abandoned()
        delivered = tuple(self._delivered)
        exchange = await self._outbox.exchange(
            [Delivered(notice.id, ref) for notice, ref in delivered],
            0 if under_way is None else self._outbox.room,
            BACKGROUND_AT_ONCE - self._in_background,
        )
        del self._delivered[: len(delivered)]
        for notice, _ in delivered:
            await self._settle(notice)
        if any(notice.lost is not None for notice, _ in delivered):
            await self._log_if_settled()
        if under_way is None or not exchange.claimed:
            return exchange.next_due
        self._begin(under_way, exchange.claimed)
        return self._clock() + timedelta(seconds=SOON)

    async def _reclaim_abandoned(self) -> None:
        """Release abandoned notices of this process for another attempt, while its lease is certain."""
        if self._outbox.alive():
            while self._abandoned:
                await self._outbox.postpone(self._abandoned[0].id, "left to others")
                del self._abandoned[0]

    def _begin(self, under_way: asyncio.TaskGroup, notices: Sequence[Notice]) -> None:
        for notice in notices:
            self._in_hand.add(notice.id)
            self._in_background += notice.background
            task = under_way.create_task(self._deliver_traced(notice))
            task.add_done_callback(partial(self._on_task_end, notice))
        self._count_room()

    def _count_room(self) -> None:
        self._outbox.room = AT_ONCE - len(self._in_hand) if self._is_open else 0

    def _on_task_end(self, notice: Notice, _: asyncio.Task[None]) -> None:
        self._in_hand.discard(notice.id)
        self._in_background -= notice.background
        self._count_room()
        if notice.event.repeatable and self._outbox.room > 1:
            self._write_late()
        else:
            # A slot is free again, and the next notice of the stream may follow.
            self._wakeup.ring()

    def _write_late(self) -> None:
        """Schedule an exchange that records repeatable deliveries."""
        loop = asyncio.get_running_loop()
        if self._writing_late is None or self._writing_late.when() <= loop.time():
            self._writing_late = loop.call_later(SOON, self._wakeup.ring)

    async def _deliver_traced(self, notice: Notice) -> None:
        about: dict[str, object] = {"notice": notice.id, "kind": notice.kind.__name__}
        if notice.match is not None:
            about["match"] = notice.match
        with tracing(notice.request, **about):
            try:
                await self._deliver(notice)
            except OUTAGES as error:
                log.warning("the database is unavailable, notice %d is postponed: %s", notice.id, error)
                self._abandoned.append(notice)

    async def _deliver(self, notice: Notice) -> None:
        try:
            with self._liveness.delivering():
                ref = await self._senders.send(notice)
        except LeaseUncertain as error:
            log.warning("notice %d is left to other processes: %s", notice.id, error)
            self._abandoned.append(notice)
        except PlaceClosed as refused:
            await self._reroute(notice, str(refused))
        except Undecided:
            await self._outbox.leave_undecided(notice.id)
            await self._log_if_settled()
        except FAILURES as error:
            if is_lasting(error, notice.attempts):
                log.error("gave up notice %d (%s): %s", notice.id, notice.kind.__name__, error)  # noqa: TRY400  # it says all
                await self._reroute(notice, str(error))
            else:
                level = logging.INFO if isinstance(error, LeftAlone) else logging.WARNING
                log.log(level, "notice %d was not delivered, will be tried again: %s", notice.id, error)
                await self._postpone(notice, error)
        except Exception as error:
            if is_outage(error):
                raise
            log.exception("composing notice %d (%s) failed", notice.id, notice.kind.__name__)
            if notice.attempts + 1 >= _MAX_RENDER_TRIES:
                log.critical("gave up notice %d (%s)", notice.id, notice.kind.__name__)
                await self._outbox.miss(notice.id, repr(error)[:_MAX_ERROR_LENGTH])
            else:
                await self._outbox.postpone(notice.id, repr(error)[:_MAX_ERROR_LENGTH])
        else:
            self._delivered.append((notice, ref))
            self._posted(notice)
            log.log(logging.DEBUG if notice.event.repeatable else logging.INFO, "delivered")

    async def _log_if_settled(self) -> None:
        """Log once that all notices undecided since a restore are settled."""
        settled = await self._outbox.restore_progress()
        if settled is not None and not settled.waiting:
            log.info(
                "all notices queued at the restore of %s are settled; %d messages remain undecided",
                settled.restored.isoformat(timespec="seconds"),
                settled.undecided,
            )

    async def _postpone(self, notice: Notice, error: Exception) -> None:
        seconds, sent, reason = requested_pause(error), self._sent(), str(error)[:_MAX_ERROR_LENGTH]
        if seconds is None:
            await self._outbox.postpone(notice.id, reason)
        elif sent is SentRequest.NOTHING:
            await self._outbox.hold_back(notice.id, reason, timedelta(seconds=seconds))
        else:
            # A blocked request cannot have arrived, but an earlier attempt may have.
            wait, uncertain = timedelta(seconds=seconds), sent is SentRequest.UNKNOWN
            await self._outbox.postpone(notice.id, reason, uncertain=uncertain, wait=wait)

    async def _reroute(self, notice: Notice, reason: str) -> None:
        if notice.recipient is None:
            await self._outbox.reroute(notice.id, reason)
        else:
            await self._outbox.miss(notice.id, reason)
        await self._settle(notice)
