"""The running games of a person whose settings change."""

from collections.abc import Sequence
from datetime import datetime

from bot.features.matches.domain.match_times import times_of
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.events.events import DeadlineMoved
from bot.model.match.match import Match
from bot.model.people.person_settings import PersonSettings
from bot.repositories.matches.matches import MatchRepository
from data.session import Session


class LockedGames:
    """All running games of a person, locked in a transaction."""

    def __init__(
        self,
        tx: Transaction,
        person: int,
        locked: Sequence[Match],
        lifecycle: MatchLifecycle,
        deadlines: Deadlines,
    ) -> None:
        self._tx = tx
        self._person = person
        self._locked = locked
        self._lifecycle = lifecycle
        self._deadlines = deadlines
        self._own = [match for match in locked if match.person_at(match.turn) == person]
        self._current: Sequence[Match] = ()

    async def complete(self) -> bool:
        """Return whether all running games of the person are locked, so none has started since."""
        running_ids = await self._tx.of(MatchRepository).running_match_ids(self._person)
        return {match.id for match in self._locked}.issuperset(running_ids)

    async def settle_times(self, now: datetime) -> None:
        """Apply the clocks up to now: the changed setting must not affect time already spent."""
        self._current = [
            (await self._deadlines.apply_clock(self._tx, match, now)).match for match in self._own
        ]

    async def reschedule(self, settings: PersonSettings, now: datetime, *, absence_changed: bool) -> None:
        """Store new times for the person's turns; redraw other boards if the shown absence changed."""
        for match in self._current:
            if match.person_at(match.turn) == self._person and match.running:
                timing = times_of(match).timing(settings, now)
                await self._lifecycle.keep_time(self._tx, match, timing)
        if absence_changed:
            for match in self._locked:
                if match.turn is not None and match not in self._own:
                    self._tx.record_in(match, DeadlineMoved(match.id, match.plies, match.turn, own=False))


class PersonGames:
    """Locks and counts the games of a person."""

    def __init__(self, lifecycle: MatchLifecycle, deadlines: Deadlines) -> None:
        self._lifecycle = lifecycle
        self._deadlines = deadlines

    async def lock(self, tx: Transaction, person: int) -> LockedGames:
        """Lock all running games of a person: a turn may begin in any while a setting is stored."""
        locked = await tx.of(MatchRepository).lock_played_by(person)
        return LockedGames(tx, person, locked, self._lifecycle, self._deadlines)

    async def count_finished(self, session: Session, person: int) -> int:
        return await session.of(MatchRepository).count_finished(person)
