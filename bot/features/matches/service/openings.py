"""Openings: a match's first roll waits for its opening message, on which the dice depend.

If that message cannot be posted, the dice depend on the id of the challenge's card, or without a card on no
message, so that a match does not wait forever.
"""

from collections.abc import Callable, Coroutine, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.kernel.outbox.message_routes import kinds_of
from bot.kernel.outbox.notices import Notice
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.event import DomainEvent
from bot.model.events.events import MatchRestored, MatchStarted
from bot.model.match.beacon import BeaconSource, Origin
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository

MAX_WAIT: Final = timedelta(hours=1)
"""The maximum time that a first roll waits for an undeliverable message while delivery is retried."""
_AT_ONCE: Final = 100
_OPENING: Final[frozenset[type[DomainEvent]]] = frozenset({MatchStarted, MatchRestored})


class Openings:
    """Rolls the dice of matches once they are opened."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._tries_since = unit_of_work.clock()

    @property
    def settled(self) -> Mapping[type[DomainEvent], Callable[[Notice], Coroutine[None, None, None]]]:
        """The messages for whose delivery, or failure, a first roll waits."""
        return dict.fromkeys(_OPENING, self._open)

    async def _open(self, notice: Notice) -> None:
        if notice.match is not None:
            await self.roll(notice.match)

    async def roll(self, match_id: int) -> None:
        """Make a match's first roll, once its sources are known or will never be."""
        async with self._unit_of_work.store.read() as session:
            snapshot = await session.of(MatchRepository).get(match_id)
        if snapshot is None or snapshot.words is None:
            return
        async with self._unit_of_work.write() as tx:
            match, now = await tx.of(MatchRepository).lock(match_id), self._unit_of_work.clock()
            if match is None or not match.running:
                return
            if match.beacon is None:
                beacon = await self._find_beacon(tx, match, now)
                if beacon is None:
                    return
                await tx.of(MatchRepository).set_beacon(match_id, beacon)
                match = await tx.of(MatchRepository).lock(match_id) or match
            await self._lifecycle.roll(tx, match, now)

    async def roll_waiting(self) -> None:
        """Call `roll` for all matches whose dice still wait for their message."""
        after = 0
        while True:
            async with self._unit_of_work.store.read() as session:
                waiting = await session.of(MatchRepository).waiting_for_dice(after, _AT_ONCE)
            for match_id in waiting:
                await self.roll(match_id)
            if len(waiting) < _AT_ONCE:
                return
            after = waiting[-1]

    async def _find_beacon(self, tx: Transaction, match: Match, now: datetime) -> BeaconSource | None:
        """Return the replacement for a missing opening message; None while that may still be delivered."""
        waits = now - max(match.created, self._tries_since) < MAX_WAIT
        if waits and await tx.of(NoticeRepository).is_awaited(match.challenge, match.id, kinds_of(_OPENING)):
            return None
        challenge = await tx.of(ChallengeRepository).get(match.challenge)
        if challenge is None or challenge.message is None or match.number > 1:
            return BeaconSource(Origin.NOTHING)
        return BeaconSource.of(Origin.CARD, MessageRef(challenge.place.channel, challenge.message))
