"""The deadline schedule: what happens because time has passed, not because someone did something."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.play.challenges.challenge_answers import ChallengeAnswers
from bot.play.domain.people.privacy import SERVER_KEPT
from bot.play.learning.daily_puzzles import DailyPuzzles
from bot.play.letters.weekly_letters import WeeklyLetters
from bot.play.matches.deadlines import Deadlines
from bot.play.ports import NotSurelyAlive
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.server_removal import ServerRemoval
from bot.play.records.imports import Imports
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.imports import ImportRepository
from bot.play.repositories.learning.daily_puzzles import DailyPuzzleRepository
from bot.play.repositories.matches import MatchRepository
from bot.play.repositories.servers.weekly_letters import WeeklyLetterRepository
from bot.play.repositories.substitutions import SubstitutionRepository
from bot.play.repositories.tournaments import TournamentRepository
from bot.play.storage.unit_of_work import UnitOfWork
from bot.play.substitutions.substitutions import Substitutions
from bot.play.tournaments.tournaments import Tournaments
from bot.tracing import tracing
from data.outages import is_outage
from data.records import JobKind
from data.session import Session
from data.tables.cluster.claims import ClaimRepository
from data.tables.privacy.deletions import DeletionRepository
from data.tables.privacy.server_data import ServerDataRepository

log = logging.getLogger(__name__)

_AT_ONCE: Final = 20
_LATER: Final = timedelta(minutes=15)
_ALL_IMPORTS: Final = 0
"""What stands for all imports together, which are forgotten at once."""

_Taken = Sequence[tuple[JobKind, int]]


@dataclass(frozen=True, slots=True)
class Job:
    """One kind of what time brings: what is `due` at a moment, how it is done, how it is put off.

    `complaint` is what a log says of one that fails; what cannot be put off stops everything.
    """

    due: Callable[[Session, datetime], Awaitable[Sequence[int]]]
    do: Callable[[int], Awaitable[object]]
    put_off: Callable[[Session, int, datetime], Awaitable[None]] | None = None
    complaint: str = ""


class DeadlineSchedule:
    """Acts when time has come: time-outs, aborted first plies, reminders, stalled games.

    Challenges expire, offers of seats lapse, tournaments begin, imported records are forgotten. People
    who have asked for it are deleted, and servers that the bot has been gone from for long. Servers get their
    daily puzzles and weekly letters.

    `act` whenever `next_due` has come, else rest until then; anything that happens may bring a nearer moment,
    of which `when_due` tells. Several may act at once, also other processes: what one has taken in hand, as
    `claimant`, the others leave alone, and each thing is done once. While `alive` denies that the others
    surely take this process for alive, nothing is done.
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
        daily_puzzles: DailyPuzzles,
        weekly_letters: WeeklyLetters,
        tournaments: Tournaments,
        *,
        claimant: str | None = None,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._server_removal = server_removal
        self._claimant = claimant or secrets.token_hex(8)
        self._alive = alive
        self._jobs: Mapping[JobKind, Job] = {
            JobKind.GAME: Job(
                lambda session, now: session.of(MatchRepository).due(now, _AT_ONCE),
                lambda game: deadlines.settle(game, when_due=True),
                lambda session, game, due: session.of(MatchRepository).set_due(game, due),
                "the time of game {} cannot be looked at",
            ),
            JobKind.CHALLENGE: Job(
                lambda session, now: session.of(ChallengeRepository).expiring(now, _AT_ONCE),
                challenge_answers.expire,
                lambda session, challenge, due: session.of(ChallengeRepository).set_expires(challenge, due),
                "challenge {} cannot be closed",
            ),
            JobKind.SEAT: Job(
                lambda session, now: session.of(SubstitutionRepository).expiring(now, _AT_ONCE),
                substitutions.expire,
                lambda session, seat, due: session.of(SubstitutionRepository).set_expires(seat, due),
                "the offer of seat {} cannot be closed",
            ),
            JobKind.DELETION: Job(
                lambda session, now: session.of(DeletionRepository).due(now, _AT_ONCE),
                deletions.carry_out,
                lambda session, person, due: session.of(DeletionRepository).put_off(person, due),
                "somebody cannot be deleted",
            ),
            JobKind.SERVER: Job(
                lambda session, now: session.of(ServerDataRepository).gone_since(now - SERVER_KEPT, _AT_ONCE),
                server_removal.carry_out,
                lambda session, server, due: session.of(ServerDataRepository).count_from(
                    server, due - SERVER_KEPT
                ),
                "what is kept of server {} cannot be deleted",
            ),
            JobKind.PUZZLE: Job(
                lambda session, now: session.of(DailyPuzzleRepository).due(now, _AT_ONCE),
                daily_puzzles.post,
                lambda session, server, due: session.of(DailyPuzzleRepository).put_off(server, due),
                "the daily puzzle of server {} cannot be posted",
            ),
            JobKind.LETTER: Job(
                lambda session, now: session.of(WeeklyLetterRepository).due(now, _AT_ONCE),
                weekly_letters.post,
                lambda session, server, due: session.of(WeeklyLetterRepository).put_off(server, due),
                "the weekly letter of server {} cannot be posted",
            ),
            JobKind.TOURNAMENT: Job(
                lambda session, now: session.of(TournamentRepository).due(now, _AT_ONCE),
                tournaments.look_at,
                lambda session, tournament, due: session.of(TournamentRepository).set_due(tournament, due),
                "tournament {} cannot go on",
            ),
            JobKind.IMPORTS: Job(_expired_imports, lambda _: imports.prune(unit_of_work.clock())),
        }

    def when_due(self, expect: Callable[[datetime], None]) -> None:
        """Have `expect` told the nearest moment at which there will be something to do, as it is written."""
        self._unit_of_work.store.when_due(expect)

    async def next_due(self) -> datetime | None:
        """Return when `act` will next have something to do, None when there is nothing to wait for.

        What has come already may be in other hands.
        """
        async with self._unit_of_work.store.read() as session:
            moments: list[datetime | None] = [
                await session.of(MatchRepository).next_due(),
                await session.of(ChallengeRepository).next_expiry(),
                await session.of(SubstitutionRepository).next_expiry(),
                await session.of(DeletionRepository).next_due(),
                await session.of(ImportRepository).next_expiry(),
                await session.of(DailyPuzzleRepository).next_due(),
                await session.of(WeeklyLetterRepository).next_due(),
                await session.of(TournamentRepository).next_due(),
            ]
        moments.append(await self._server_removal.next_due())
        return min((moment for moment in moments if moment is not None), default=None)

    async def act(self) -> int:
        """Do what is due now and in nobody's hands, at most a handful; return at how much was looked."""
        if not self._alive():
            return 0
        taken = await self._take()
        try:
            for kind, subject in taken:
                if not self._alive():
                    # The rest may be in other hands by now.
                    break
                with suppress(NotSurelyAlive), tracing(f"{kind}-{secrets.token_hex(4)}"):
                    await self._do(kind, subject)
        finally:
            async with self._unit_of_work.store.write() as session:
                await session.of(ClaimRepository).give_up(self._claimant)
        return len(taken)

    async def _take(self) -> _Taken:
        taken: list[tuple[JobKind, int]] = []
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.write() as session:
            # What an outage has kept from being given up, or from being known as taken.
            await session.of(ClaimRepository).give_up(self._claimant)
            for kind, job in self._jobs.items():
                due = await job.due(session, now)
                taken += [
                    (kind, one) for one in await session.of(ClaimRepository).take(kind, due, self._claimant)
                ]
        return taken

    async def _do(self, kind: JobKind, subject: int) -> None:
        job = self._jobs[kind]
        try:
            await job.do(subject)
        except Exception as error:
            if job.put_off is None or isinstance(error, NotSurelyAlive) or is_outage(error):
                raise
            # One game that cannot be understood must not stop the time of all others.
            log.exception("%s, will be tried again", job.complaint.format(subject))
            async with self._unit_of_work.store.write() as session:
                await job.put_off(session, subject, self._unit_of_work.clock() + _LATER)


async def _expired_imports(session: Session, now: datetime) -> Sequence[int]:
    expiry = await session.of(ImportRepository).next_expiry()
    return () if expiry is None or expiry > now else (_ALL_IMPORTS,)
