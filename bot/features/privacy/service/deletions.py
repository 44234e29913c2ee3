"""Deletions of people and all their data.

Games, challenges and seats are settled in a transaction each; one transaction then erases the rest. After a
crash the deletion resumes, as the request is deleted last.
"""

from collections.abc import Sequence
from datetime import datetime

from bot.features.privacy.routes import name_erasure
from bot.features.privacy.service.request_actions import PrivacyAction
from bot.kernel.feature import Features
from bot.kernel.personal.personal_data import PersonalData
from bot.kernel.personal.settlement import Settlement
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import PersonForgotten
from bot.model.people.person import Request
from bot.model.people.privacy import GRACE, NameErasure
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.deletions import DeletionRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from bot.repositories.records.people import NamePlaceRecord
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.session import Session


class Deletions:
    """Deletions of people. `carry_out` may be repeated."""

    def __init__(self, unit_of_work: UnitOfWork, features: Features, personal_data: PersonalData) -> None:
        self._unit_of_work = unit_of_work
        self._features = features
        self._personal_data = personal_data

    async def due_of(self, person: int) -> datetime | None:
        """Return the time of a person's scheduled deletion, None without a request."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(DeletionRepository).due_of(person)

    async def ask(self, request: Request) -> datetime:
        """Schedule a deletion; return its time. A repeated request does not postpone it."""
        person = request.person.id

        async def act(tx: Transaction) -> datetime:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            before = await tx.of(DeletionRepository).due_of(person, lock=True)
            if before is not None:
                return before
            await tx.of(DeletionRepository).ask(person, now, now + GRACE)
            return now + GRACE

        async def answer(session: Session, record: RequestRecord) -> datetime:
            return (
                await session.of(DeletionRepository).due_of(record.player)
                or self._unit_of_work.clock() + GRACE
            )

        return await self._unit_of_work.once(request, PrivacyAction.ASK_DELETION, person, act, answer)

    async def call_off(self, request: Request) -> None:
        """Cancel a deletion; idempotent."""
        person = request.person.id

        async def act(tx: Transaction) -> None:
            await tx.of(DeletionRepository).call_off(person)

        async def answer(_session: Session, _done: RequestRecord) -> None:
            pass

        await self._unit_of_work.once(request, PrivacyAction.CALL_OFF_DELETION, person, act, answer)

    async def carry_out(self, person: int) -> None:
        """Delete a person at the scheduled time, unless they have cancelled."""
        before = None

        async def is_still_due(session: Session) -> bool:
            return await self._is_due(session, person)

        while True:
            async with self._unit_of_work.store.read() as session:
                if not await self._is_due(session, person):
                    return
                open_ids = [
                    (settlement, tuple(await settlement.open_of(session, person)))
                    for settlement in self._settlements()
                ]
            remaining = tuple(ids for settlement, ids in open_ids if not settlement.lasts)
            if remaining == before:
                raise RuntimeError(f"somebody cannot be erased, as they cannot leave these: {remaining}")
            before = remaining if any(remaining) else None
            for settlement, ids in open_ids:
                for subject in ids:
                    await settlement.settle(subject, person, is_still_due)
            if not any(remaining) and await self._forget(person):
                self._unit_of_work.people.forget(person)
                return

    def _settlements(self) -> Sequence[Settlement]:
        """Return the settlements, later features' first: they build on the earlier ones."""
        return [settlement for feature in reversed(self._features) for settlement in feature.settlements]

    async def _is_due(self, session: Session, person: int) -> bool:
        """Return whether a person's deletion is due and not cancelled."""
        return _is_due(await session.of(DeletionRepository).due_of(person), self._unit_of_work.clock())

    async def resume_erasure(self, rest: NameErasure) -> None:
        """Schedule the erasure of the remaining messages of a place.

        After a crash it checks edited messages again, which no longer contain the name.
        """
        async with self._unit_of_work.store.write() as session:
            now = self._unit_of_work.clock()
            await session.of(NoticeRepository).add([name_erasure(rest, now).to_notice()], now)

    async def _forget(self, person: int) -> bool:
        """Delete all data that names a person, unless they have joined something since; return success."""
        async with self._unit_of_work.write() as tx:
            await tx.of(PersonRepository).lock({person})
            due = await tx.of(DeletionRepository).due_of(person, lock=True)
            open_ids = [
                await settlement.open_of(tx, person)
                for settlement in self._settlements()
                if not settlement.lasts
            ]
            if any(open_ids) or not _is_due(due, self._unit_of_work.clock()):
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
    fields = (place.channel, place.reader, place.server, place.locale, place.since)
    return NameErasure(person, name, *fields, earlier=earlier)
