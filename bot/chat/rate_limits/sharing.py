"""Exchange of limits: each process learns the holds that others received from Discord."""

from collections.abc import Callable
from datetime import timedelta

from bot.chat.rate_limits.gate import Gate, RateLimitHold
from bot.chat.rate_limits.invalid_requests import WINDOW
from data.cluster.request_limits import RequestLimitRepository
from data.cluster.rows import HoldRecord
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.session import Session


class LimitSharing:
    """Exchanges limits between processes: reports from and to this process's gate.

    Both happen whenever the process renews its lease, in the same transaction. `worth_telling` is called when
    a report should not wait for that.
    """

    def __init__(self, gate: Gate, worth_telling: Callable[[], None] = lambda: None) -> None:
        self._gate = gate
        self._worth_telling = worth_telling
        self._holds: dict[str, float] = {}
        self._is_new = False
        gate.announce = self._remember

    async def exchange(self, session: Session, process: str) -> None:
        """Report the state of `process` to the others, and apply their reports."""
        limits = session.of(RequestLimitRepository)
        others = await limits.record_refusals(
            process, self._gate.own_invalid_requests, timedelta(seconds=WINDOW)
        )
        self._gate.share_with(others.processes + 1, others.refused)
        # Read only now: holds received during the queries above would be stored too long.
        now = self._gate.now()
        is_new, self._is_new = self._is_new, False
        # Stored until the hold ends: any of the transactions may be rolled back.
        self._holds = {key: until for key, until in self._holds.items() if until > now}
        if self._holds:
            if is_new:
                await session.of(SignalRepository).send(Signal(Topic.HELD))
            await limits.hold([HoldRecord(key, until - now) for key, until in self._holds.items()])
        for hold in await limits.holds():
            self._gate.apply_hold(RateLimitHold(hold.key, hold.seconds))

    def _remember(self, hold: RateLimitHold) -> None:
        self._holds[hold.key] = self._gate.now() + hold.seconds
        self._is_new = True
        self._worth_telling()
