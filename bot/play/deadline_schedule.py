"""The deadline schedule: what happens because time has passed, not because someone did something."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.play.challenges.challenge_answers import ChallengeAnswers
from bot.play.domain.privacy import SERVER_KEPT
from bot.play.matches.deadlines import Deadlines
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.server_removal import ServerRemoval
from bot.play.records.imports import Imports
from bot.play.storage.unit_of_work import UnitOfWork
from bot.play.substitutions.substitutions import Substitutions
from bot.tracing import traced

log = logging.getLogger(__name__)

_AT_ONCE: Final = 20
_LATER: Final = timedelta(minutes=15)


class DeadlineSchedule:
    """Acts when time has come: time-outs, aborted first plies, reminders, stalled games.

    Challenges expire, offers of seats lapse, and imported records are forgotten. People who have asked for it
    are deleted, and servers that the bot has been gone from for long.

    `act` whenever `next_due` has come, else rest until then; anything that happens may bring a nearer moment,
    of which `when_due` tells. Several may act at once; each thing is done once.
    """

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        deadlines: Deadlines,
        challenge_answers: ChallengeAnswers,
        substitutions: Substitutions,
        deletions: Deletions,
        server_removal: ServerRemoval,
        imports: Imports,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._deadlines = deadlines
        self._challenge_answers = challenge_answers
        self._substitutions = substitutions
        self._deletions = deletions
        self._server_removal = server_removal
        self._imports = imports

    def when_due(self, expect: Callable[[datetime], None]) -> None:
        """Have `expect` told the nearest moment at which there will be something to do, as it is written."""
        self._unit_of_work.store.when_due(expect)

    async def next_due(self) -> datetime | None:
        """Return when `act` will next have something to do, None when there is nothing to wait for."""
        async with self._unit_of_work.store.read() as tables:
            moments: list[datetime | None] = [
                await tables.matches.next_due(),
                await tables.challenges.next_expiry(),
                await tables.substitutions.next_expiry(),
                await tables.deletions.next_due(),
                await tables.imports.next_expiry(),
            ]
        moments.append(await self._server_removal.next_due())
        return min((moment for moment in moments if moment is not None), default=None)

    async def act(self) -> int:
        """Do what is due now, at most a handful; return at how much was looked."""
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.read() as tables:
            games = await tables.matches.due(now, _AT_ONCE)
            challenges = await tables.challenges.expiring(now, _AT_ONCE)
            seats = await tables.substitutions.expiring(now, _AT_ONCE)
            leaving = await tables.deletions.due(now, _AT_ONCE)
            imports = await tables.imports.next_expiry()
        for game in games:
            await self._look(game)
        for challenge in challenges:
            await self._expire(challenge)
        for seat in seats:
            await self._close(seat)
        for person in leaving:
            await self._delete(person)
        servers = await self._server_removal.due(_AT_ONCE)
        for server in servers:
            await self._remove(server)
        pruned = await self._prune(now, imports)
        return len(games) + len(challenges) + len(seats) + len(leaving) + len(servers) + pruned

    @traced("prune")
    async def _prune(self, now: datetime, next_expiry: datetime | None) -> int:
        return await self._imports.prune(now) if next_expiry is not None and next_expiry <= now else 0

    @traced("deadline")
    async def _look(self, game: int) -> None:
        try:
            await self._deadlines.settle(game, when_due=True)
        except Exception:
            # One game that cannot be understood must not stop the time of all others.
            log.exception("the time of game %d cannot be looked at, will be tried again", game)
            async with self._unit_of_work.store.write() as tables:
                await tables.matches.set_due(game, self._unit_of_work.clock() + _LATER)

    @traced("expiry")
    async def _expire(self, challenge: int) -> None:
        try:
            await self._challenge_answers.expire(challenge)
        except Exception:
            log.exception("challenge %d cannot be closed, will be tried again", challenge)
            async with self._unit_of_work.store.write() as tables:
                await tables.challenges.set_expires(challenge, self._unit_of_work.clock() + _LATER)

    @traced("seat")
    async def _close(self, seat: int) -> None:
        try:
            await self._substitutions.expire(seat)
        except Exception:
            log.exception("the offer of seat %d cannot be closed, will be tried again", seat)
            async with self._unit_of_work.store.write() as tables:
                await tables.substitutions.set_expires(seat, self._unit_of_work.clock() + _LATER)

    @traced("deletion")
    async def _delete(self, person: int) -> None:
        try:
            await self._deletions.carry_out(person)
        except Exception:
            log.exception("somebody cannot be deleted, will be tried again")
            async with self._unit_of_work.store.write() as tables:
                await tables.deletions.put_off(person, self._unit_of_work.clock() + _LATER)

    @traced("removal")
    async def _remove(self, server: int) -> None:
        try:
            await self._server_removal.carry_out(server)
        except Exception:
            log.exception("what is kept of server %d cannot be deleted, will be tried again", server)
            async with self._unit_of_work.store.write() as tables:
                since = self._unit_of_work.clock() + _LATER - SERVER_KEPT
                await tables.server_data.count_from(server, since)
