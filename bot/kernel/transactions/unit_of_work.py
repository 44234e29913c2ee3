"""The unit of work: a transaction that collects its events, and requests that run once."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeVar

from bot.kernel.outbox.recorded import Recipient, Recorded, RecordedEvent, RecordedInMatch
from bot.kernel.transactions.answered_requests import AnsweredRequests
from bot.kernel.transactions.name_cache import NameCache
from bot.kernel.transactions.state_cache import LogCut, StateCache
from bot.model.agenda import Limits
from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.match import Match
from bot.model.people.person import Request
from bot.model.ports import Chance, Clock, LeaseUncertain
from bot.model.refusal import Refusal
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.records.outbox import RequestRecord
from bot.tracing import current_request
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.connections.engines import Connection
from data.session import Conflict, Session, SessionFactory
from rules.contract import Game, RulesError

_MAX_ID: Final = 2**63 - 1
_Answer = TypeVar("_Answer")


class RequestAction(StrEnum):
    """The action of a request; each feature declares its own actions."""


@dataclass(frozen=True, slots=True)
class RequestResult:
    """The id of the object that a request created, or the ply it played, with the number of take-backs."""

    number: int | None = None
    taken_back: int | None = None


class Transaction(Session):
    """A transaction on all tables, with its recorded events and its request's `result`."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.result: RequestResult = RequestResult()
        self._events: list[Recorded] = []

    def record(self, *events: DomainEvent, recipients: Sequence[Recipient] = ()) -> None:
        """Record events outside matches, and their recipients."""
        self._events += [RecordedEvent(event, recipients) for event in events]

    def record_in(self, match: Match, *events: MatchEvent) -> None:
        """Record events in a match that was loaded with its players' settings."""
        self._events += [RecordedInMatch(event, match) for event in events]

    def change(self) -> "Change":
        """Return the events recorded so far."""
        return Change(tuple(self._events))


@dataclass(frozen=True, slots=True)
class Change:
    """The events of a use case, in order."""

    events: tuple[Recorded, ...] = ()


Projection = Callable[[Session, Sequence[Recorded], datetime], Awaitable[None]]
"""Writes the consequences of events, within the transaction that recorded them."""


Reaction = Callable[[Transaction, Sequence[Recorded]], Awaitable[None]]
"""Reacts to events within the transaction that recorded them, and may record more of them."""


@dataclass(slots=True)
class Consequences:
    """The reactions and projections of all features, in their order.

    Reactions run first and may record more events. Functions in `committed` are called after the commit.
    """

    reactions: list[Reaction] = field(default_factory=list)
    projections: list[Projection] = field(default_factory=list)
    committed: list[Callable[[Change], None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """Transactions of use cases. `committed` is called with each change that has events, after its commit.

    While this process `delivers`, it claims the notices itself, and wakes no other process for them. While
    `alive` is False nothing is changed: other processes may consider this one dead, and serve its people. Any
    event that still arrives here is old, and the other process gets it, too.
    """

    store: SessionFactory
    games: Mapping[str, Game]
    clock: Clock
    chance: Chance
    limits: Limits
    committed: Callable[[Change], None]
    positions: StateCache
    people: NameCache
    delivers: Callable[[], bool] = lambda: False
    answers: AnsweredRequests = field(default_factory=AnsweredRequests)
    alive: Callable[[], bool] = lambda: True
    consequences: Consequences = field(default_factory=Consequences)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Read and write in one transaction; events are projected before the commit and published after it.

        Raises LeaseUncertain.
        """
        async with self.store.transaction(Transaction) as transaction:
            yield transaction
            for react in self.consequences.reactions:
                await react(transaction, transaction.change().events)
            change = transaction.change()
            if change.events:
                await self._project(transaction, change.events)
            self._check_alive()
        if change.events:
            for committed in (*self.consequences.committed, self.committed):
                committed(change)

    def _check_alive(self) -> None:
        if not self.alive():
            raise LeaseUncertain("others may serve by now, nothing is done")

    async def _project(self, transaction: Transaction, events: Sequence[Recorded]) -> None:
        """Write the consequences of events; wake other processes for them if this one does not deliver."""
        now, notices = self.clock(), transaction.of(NoticeRepository)
        notices.request = current_request()
        for project in self.consequences.projections:
            await project(transaction, events, now)
        if notices.added and not self.delivers():
            await transaction.of(SignalRepository).send(Signal(Topic.NOTICES))

    async def once(
        self,
        request: Request,
        action: RequestAction,
        subject: int | None,
        act: Callable[[Transaction], Awaitable[_Answer]],
        answer: Callable[[Session, RequestRecord], Awaitable[_Answer]],
    ) -> _Answer:
        """Run `act` in a transaction that stores the request; a repetition is answered by `answer`.

        `subject` is the id of the action's object, None if `act` creates it. Raises Refusal "request-taken"
        if the id belongs to another person's request or another action, and any error of `act`.
        """
        try:
            async with self.write() as transaction:
                result = await act(transaction)
                await self.record_request(transaction, request, action, subject)
        except (Refusal, RulesError, Conflict) as error:
            # Looked up only after an error: new requests, the usual case, do not need it.
            async with self.store.read() as session:
                record = await session.of(RequestRepository).get(request.id)
            if record is None and isinstance(error, Conflict) and self.people.forget(request.person.id):
                # Another process deleted the cached person; they have returned since.
                return await self.once(request, action, subject, act, answer)
            if record is None:
                raise
            mine = (record.player, record.action) == (request.person.id, action)
            if not mine or subject not in {None, record.subject}:
                raise Refusal("request-taken") from None
            return await self.reading(lambda session: answer(session, record))
        self.people.remember(request.person)
        return result

    async def record_request(
        self, transaction: Transaction, request: Request, action: RequestAction, subject: int | None
    ) -> None:
        """Store an executed request and its author within a transaction.

        Raises Conflict if it is already stored; waits for a concurrent transaction that stores it.
        """
        await self.people.record_seen_in(transaction, request.person)
        number, taken_back = transaction.result.number, transaction.result.taken_back
        about = number if subject is None else subject
        if about is None:
            raise LookupError(f"request {request.id} is about nothing")
        record = RequestRecord(request.id, request.person.id, action, about, number, taken_back)
        await transaction.of(RequestRepository).add(record, self.clock())

    async def reading(self, look: Callable[[Session], Awaitable[_Answer]]) -> _Answer:
        """Run a reading function; repeat it if a take-back interrupts it."""
        while True:
            with suppress(LogCut):
                async with self.store.read() as session:
                    return await look(session)


def is_id(number: int) -> bool:
    """Return whether a number is in the range of ids: people may forge ids."""
    return 0 < number <= _MAX_ID
