"""First direct messages: Discord quarantines a bot that writes to many new people in a row."""

from datetime import datetime, timedelta
from typing import Final

from bot.model.people.quarantine import QUARANTINE_HOLD, Quarantined
from bot.model.ports import Clock
from data.cluster.request_limits import RequestLimitRepository
from data.store import Store

QUARANTINE: Final = timedelta(hours=6)
"""The time after which another first message is tried."""
_LATE: Final = timedelta(seconds=30)
"""The time by which a waiting notice may exceed its announced delay."""
_TURN: Final = "first-direct-messages"


class FirstMessages:
    """The pace of first messages, shared by all processes.

    Of the waiting notices in one process the newest goes first: its player is active now.
    """

    def __init__(self, store: Store, clock: Clock, pace: timedelta) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._waiting: dict[int, datetime] = {}

    async def take_turn(self, notice: int) -> timedelta:
        """Claim the next first message for a notice; return the time to wait, zero if it may be sent now.

        Raises Quarantined.
        """
        now = self._clock()
        self._waiting = {
            other: until for other, until in self._waiting.items() if until > now and other != notice
        }
        newer = sum(other > notice for other in self._waiting)
        async with self._store.write() as session:
            limits = session.of(RequestLimitRepository)
            if (await limits.held_until(QUARANTINE_HOLD) or now) > now:
                raise Quarantined
            if not newer and await limits.take(_TURN, now, now + self._pace):
                return timedelta()
            next_turn = max(await limits.held_until(_TURN) or now, now)
        wait = next_turn - now + newer * self._pace
        self._waiting[notice] = now + wait + _LATE
        return wait

    async def quarantine(self) -> bool:
        """Record that Discord refuses first messages: no process tries any during QUARANTINE.

        Return False if that was already recorded.
        """
        now = self._clock()
        async with self._store.write() as session:
            return await session.of(RequestLimitRepository).take(QUARANTINE_HOLD, now, now + QUARANTINE)

    async def is_quarantined(self) -> bool:
        """Return whether a refusal of a first message was recorded within QUARANTINE."""
        async with self._store.read() as session:
            until = await session.of(RequestLimitRepository).held_until(QUARANTINE_HOLD)
        return until is not None and until > self._clock()
