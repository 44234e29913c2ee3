"""Deletions: someone leaves, and nothing is kept of them any more.

What they are in is settled piece by piece, each in a transaction of its own; then all that names them goes in
one. A process that dies in between goes on where it was, as the wish stands until the last of it is done.
"""

from collections.abc import Sequence
from datetime import datetime

from bot.kernel.personal_data import PersonalData
from bot.play.challenges.challenge_answers import ChallengeAnswers
from bot.play.domain.challenges import NO_THANKS, ChallengeStatus
from bot.play.domain.outbox.events import (
    ChallengeChanged,
    ChallengeDeclined,
    PersonForgotten,
    SeatOfferClosed,
)
from bot.play.domain.people.person import Request
from bot.play.domain.people.privacy import GRACE, NameErasure
from bot.play.domain.substitutions import SubstitutionStatus
from bot.play.matches.deadlines import Deadlines
from bot.play.matches.departures import Departures, resigned
from bot.play.privacy.erasure_routes import name_erasure
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.matches import MatchRepository
from bot.play.repositories.substitutions import SubstitutionRepository
from bot.play.storage.unit_of_work import RequestAction, Transaction, UnitOfWork
from bot.play.tournaments.tournaments import Tournaments
from data.records import NamePlaceRecord, RequestRecord, Signal, Topic
from data.session import Session
from data.tables.cluster.signals import SignalRepository
from data.tables.notices import NoticeRepository
from data.tables.people import PersonRepository
from data.tables.privacy.deletions import DeletionRepository


class Deletions:
    """Who wants to be deleted, and how that is done. `carry_out` may be called again and again."""

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        challenge_answers: ChallengeAnswers,
        departures: Departures,
        deadlines: Deadlines,
        tournaments: Tournaments,
        personal_data: PersonalData,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._departures = departures
        self._deadlines = deadlines
        self._tournaments = tournaments
        self._personal_data = personal_data

    async def due_of(self, person: int) -> datetime | None:
        """Return when someone is to be deleted, None where they have not asked for that."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(DeletionRepository).due_of(person)

    async def ask(self, request: Request) -> datetime:
        """Ask to be deleted; return when that begins. Who has asked before is deleted no later for it."""
        person = request.person.id

        async def act(tx: Transaction) -> datetime:
            now = self._unit_of_work.clock()
            await self._unit_of_work.note(tx, request, RequestAction.ASK_DELETION, person, now=now)
            before = await tx.of(DeletionRepository).due_of(person, lock=True)
            if before is not None:
                return before
            await tx.of(DeletionRepository).ask(person, now, now + GRACE)
            return now + GRACE

        async def again(session: Session, done: RequestRecord) -> datetime:
            return (
                await session.of(DeletionRepository).due_of(done.player) or self._unit_of_work.clock() + GRACE
            )

        return await self._unit_of_work.once(request, RequestAction.ASK_DELETION, person, act, again)

    async def call_off(self, request: Request) -> None:
        """Change one's mind; where nothing was asked, nothing changes."""
        person = request.person.id

        async def act(tx: Transaction) -> None:
            now = self._unit_of_work.clock()
            await self._unit_of_work.note(tx, request, RequestAction.CALL_OFF_DELETION, person, now=now)
            await tx.of(DeletionRepository).call_off(person)

        async def again(_session: Session, _done: RequestRecord) -> None:
            pass

        await self._unit_of_work.once(request, RequestAction.CALL_OFF_DELETION, person, act, again)

    async def carry_out(self, person: int) -> None:
        """Delete someone whose time has come, unless they have changed their mind."""
        before = None
        while True:
            await self._leave_tournaments(person)
            async with self._unit_of_work.store.read() as session:
                if not await self._is_due(session, person):
                    return
                matches = await session.of(MatchRepository).played_by(person)
                challenges = await session.of(ChallengeRepository).open_of(person)
                seats = await session.of(DeletionRepository).open_seats_of(person)
            left = (matches, tuple(one.id for one in challenges), seats)
            if left == before:
                raise RuntimeError(f"somebody cannot leave these games, challenges and seats: {left}")
            before = left if any(left) else None
            # What is offered to them or by them goes before their games: a game that ends closes the rest.
            for seat in seats:
                await self._close_seat(seat, person)
            for challenge in challenges:
                await self._leave_challenge(challenge.id, person)
            for match_id in matches:
                await self._resign(match_id, person)
            if not (matches or challenges or seats) and await self._forget(person):
                self._unit_of_work.people.forget(person)
                return

    async def _leave_tournaments(self, person: int) -> None:
        """Have no further game begin with someone whose time has come."""
        async with self._unit_of_work.store.read() as session:
            due = await self._is_due(session, person)
        if due:
            await self._tournaments.leave_all(person)

    async def _is_due(self, session: Session, person: int) -> bool:
        """Return whether someone's time has come, and they have not changed their mind until now."""
        return _is_due(await session.of(DeletionRepository).due_of(person), self._unit_of_work.clock())

    async def look_on(self, rest: NameErasure) -> None:
        """Have the messages of a place be looked at that are left, before what was looked at is delivered.

        Where a process dies in between, messages that were changed are looked at once more, and name nobody.
        """
        async with self._unit_of_work.store.write() as session:
            now = self._unit_of_work.clock()
            await session.of(NoticeRepository).add([name_erasure(rest, now).written()], now)

    async def _resign(self, match_id: int, person: int) -> None:
        await self._deadlines.settle(match_id)
        async with self._unit_of_work.write() as tx:
            match, now = await tx.of(MatchRepository).lock(match_id), self._unit_of_work.clock()
            if match is None or not match.running or not await self._is_due(tx, person):
                return
            left = set(match.retired)
            held = (seat for seat in range(len(match.players)) if match.person_at(seat) == person)
            seat = next((seat for seat in held if seat not in left), None)
            if seat is not None:
                match = (await self._deadlines.check(tx, match, now, leaving=True)).match
                await self._departures.leave(tx, match, seat, now, resigned(seat))

    async def _leave_challenge(self, number: int, person: int) -> None:
        async with self._unit_of_work.write() as tx:
            challenge = await tx.of(ChallengeRepository).lock(number)
            if challenge is None or not challenge.open or not await self._is_due(tx, person):
                return
            if challenge.challenger == person:
                await self._challenge_answers.shut(tx, challenge, ChallengeStatus.WITHDRAWN)
            elif challenge.lobby:
                await tx.of(ChallengeRepository).save(challenge, challenge.without(person))
                tx.record(ChallengeChanged(number))
            else:
                await self._challenge_answers.shut(tx, challenge, ChallengeStatus.DECLINED, NO_THANKS)
                challenger = await self._challenge_answers.challenger_of(tx, challenge)
                tx.record(ChallengeDeclined(number, person, NO_THANKS), recipients=(challenger,))

    async def _close_seat(self, number: int, person: int) -> None:
        async with self._unit_of_work.write() as tx:
            found = await tx.of(SubstitutionRepository).get(number)
            match = None if found is None else await tx.of(MatchRepository).lock(found.match)
            offer = await tx.of(SubstitutionRepository).get(number)
            if match is None or offer is None or offer.status != SubstitutionStatus.OPEN:
                return
            if not await self._is_due(tx, person):
                return
            await tx.of(SubstitutionRepository).settle(
                number, SubstitutionStatus.LAPSED, self._unit_of_work.clock()
            )
            tx.record_in(match, SeatOfferClosed(match.id, match.plies, number))

    async def _forget(self, person: int) -> bool:
        """Delete all that names someone, if nothing has begun with them meanwhile; return whether it did."""
        async with self._unit_of_work.write() as tx:
            await tx.of(PersonRepository).lock({person})
            due = await tx.of(DeletionRepository).due_of(person, lock=True)
            begun = await tx.of(MatchRepository).played_by(person) or await tx.of(
                ChallengeRepository
            ).open_of(person)
            if begun or not _is_due(due, self._unit_of_work.clock()):
                return False
            names = await tx.of(PersonRepository).names_ever(person)
            places = await self._personal_data.places(tx, person)
            await self._personal_data.erase(tx, person, names)
            tx.erases = True
            await tx.of(SignalRepository).send(Signal(Topic.PERSON, person))
            tx.record(PersonForgotten(tuple(_place(person, names, place) for place in places)))
            return True


def _is_due(due: datetime | None, now: datetime) -> bool:
    return due is not None and due <= now


def _place(person: int, names: Sequence[str], place: NamePlaceRecord) -> NameErasure:
    name, earlier = (names[0], tuple(names[1:])) if names else ("", ())
    of = (place.channel, place.reader, place.server, place.locale, place.since)
    return NameErasure(person, name, *of, earlier=earlier)
