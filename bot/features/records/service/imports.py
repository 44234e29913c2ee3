"""Imports: games played elsewhere, visible only to the person who imported them."""

import asyncio
from collections.abc import Mapping

from bot.features.records.domain.codec import read_record, write_record
from bot.features.records.domain.imports import LIFETIME, MOST, Import, ImportedRecord
from bot.features.records.domain.record import Record
from bot.features.records.domain.replaying import check
from bot.features.records.store import ImportRepository
from bot.kernel.transactions.unit_of_work import RequestAction, RequestResult, Transaction, UnitOfWork, is_id
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.repositories.records.outbox import RequestRecord
from data.session import Session
from rules.contract import Game


class ImportAction(RequestAction):
    """Requests about imports."""

    IMPORT = "import"


class Imports:
    """Stores imported records. They are not matches: they cause no pings and count for nothing."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def add(self, request: Request, data: bytes) -> ImportedRecord:
        """Store the record of a file for a limited time.

        Raises ImpossibleRecord, and Refusal: those of `read_record` and `check`, "too-many-imports".
        """
        record = await asyncio.to_thread(_check, data, self._unit_of_work.games)

        async def act(tx: Transaction) -> ImportedRecord:
            person, now = request.person.id, self._unit_of_work.clock()
            if await tx.of(ImportRepository).count_of(person, now) >= MOST:
                raise Refusal("too-many-imports", limit=str(MOST))
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            expires = now + LIFETIME
            body = write_record(record).decode()
            number = await tx.of(ImportRepository).add(
                person=person, key=record.game, names=record.names, body=body, expires=expires
            )
            tx.result = RequestResult(number)
            return ImportedRecord(number, record, expires)

        async def answer(session: Session, record: RequestRecord) -> ImportedRecord:
            return await self._find(session, request.person.id, record.subject)

        return await self._unit_of_work.once(request, ImportAction.IMPORT, None, act, answer)

    async def get(self, person: int, number: int) -> ImportedRecord:
        """Return a person's import. Raises Refusal: "unknown-import"."""
        async with self._unit_of_work.store.read() as session:
            return await self._find(session, person, number)

    async def of(self, person: int) -> tuple[Import, ...]:
        """Return a person's imports, newest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(ImportRepository).of(person, self._unit_of_work.clock())

    async def delete(self, person: int, number: int) -> None:
        """Delete a person's import; a missing one counts as deleted."""
        if is_id(number):
            async with self._unit_of_work.store.write() as session:
                await session.of(ImportRepository).delete(person, number)
                session.erases = True

    async def expire(self, number: int) -> None:
        """Delete an expired import."""
        async with self._unit_of_work.store.write() as session:
            session.erases = await session.of(ImportRepository).expire(number, self._unit_of_work.clock())

    async def _find(self, session: Session, person: int, number: int) -> ImportedRecord:
        now = self._unit_of_work.clock()
        row = await session.of(ImportRepository).get(person, number, now) if is_id(number) else None
        if row is None:
            raise Refusal("unknown-import")
        imported, body = row
        record = await asyncio.to_thread(read_record, body.encode())
        return ImportedRecord(imported.id, record, imported.expires)


def _check(data: bytes, games: Mapping[str, Game]) -> Record:
    return check(read_record(data), games)
