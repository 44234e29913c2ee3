"""The unit of work: a transaction that collects what happens, and requests that are done once."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol, TypeVar

from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.recorded import Recipient, Recorded, RecordedEvent, RecordedInMatch
from bot.kernel.transactions.name_cache import NameCache
from bot.kernel.transactions.repeated_requests import REMEMBERED_FOR, AnsweredRequests, latest
from bot.kernel.transactions.state_cache import LogCut, StateCache
from bot.model.agenda import Limits
from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.match import Match
from bot.model.people.person import Request
from bot.model.ports import Chance, Clock, NotSurelyAlive
from bot.model.refusal import Refusal
from bot.repositories.notices import NoticeRepository
from bot.repositories.records.outbox import RequestRecord
from bot.repositories.requests import RequestRepository
from bot.tracing import current_request
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.engines import Connection
from data.session import Conflict, Session
from data.store import Store
from rules.contract import Game, RulesError

_LARGEST_ID: Final = 2**63 - 1
_Answer = TypeVar("_Answer")
Noting = Callable[[int], Awaitable[None]]
"""Stores within a transaction that a request did something with the challenge of this id."""


class RequestAction(StrEnum):
    """What a request did: each feature declares its own."""


class Transaction(Session):
    """All tables within one transaction, and the events it has led to so far."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._events: list[Recorded] = []

    def record(self, *events: DomainEvent, recipients: Sequence[Recipient] = ()) -> None:
        """Record what has happened in no match, and whom it is for."""
        self._events += [RecordedEvent(event, recipients) for event in events]

    def record_in(self, match: Match, *events: MatchEvent) -> None:
        """Record what has happened in a match, which was read with the settings of its players."""
        self._events += [RecordedInMatch(event, match) for event in events]

    def change(self) -> "Change":
        """Return what it has led to so far."""
        return Change(tuple(self._events))


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What a transaction has claimed of the notices it has written.

    `complete` says that nobody needs to look for others of it, now or later; `cared_for` that this process
    looks for them itself.
    """

    notices: tuple[Notice, ...] = ()
    complete: bool = False
    cared_for: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a use case has led to: what has happened, in order, and what of it is being told already."""

    events: tuple[Recorded, ...] = ()
    handed_over: HandedOver = HandedOver()


Projection = Callable[[Session, Sequence[Recorded], datetime], Awaitable[None]]
"""Writes what follows from events, within the transaction in which they happened."""


Reaction = Callable[[Transaction, Sequence[Recorded]], Awaitable[None]]
"""Goes on from events within the transaction in which they happened, and may record more of them."""


@dataclass(slots=True)
class Consequences:
    """The reactions and projections of all features, in their order.

    Reactions run first and may record more events. Functions in `committed` are called after the commit.
    """

    reactions: list[Reaction] = field(default_factory=list)
    projections: list[Projection] = field(default_factory=list)
    committed: list[Callable[[Change], None]] = field(default_factory=list)


class Delivery(Protocol):
    """Who delivers notices, and takes them over from the transaction that writes them."""

    async def claim(self, session: Session, now: datetime) -> HandedOver:
        """Claim within a transaction what can be delivered right after it."""

    def committed(self, handed_over: HandedOver) -> None:
        """Begin to deliver what was claimed."""

    def failed(self, handed_over: HandedOver) -> None:
        """Take note that what was claimed is not, or may not be, committed."""


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """The means of every use case. `committed` is told of each change once it is committed.

    While `alive` denies that the others surely take this process for alive, nothing is changed: another one
    serves whom it served by then. What it still hears was asked long ago, and of the other one again.
    """

    store: Store
    games: Mapping[str, Game]
    clock: Clock
    chance: Chance
    limits: Limits
    committed: Callable[[Change], None]
    positions: StateCache
    people: NameCache
    delivery: Delivery | None = None
    answers: AnsweredRequests = field(default_factory=AnsweredRequests)
    alive: Callable[[], bool] = lambda: True
    consequences: Consequences = field(default_factory=Consequences)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Read and write as one; what has happened is projected before the commit, and passed on after it.

        Raises NotSurelyAlive.
        """
        change = Change()
        try:
            async with self.store.transaction(Transaction) as transaction:
                yield transaction
                for react in self.consequences.reactions:
                    await react(transaction, transaction.change().events)
                change = transaction.change()
                if change.events:
                    now = await self._project(transaction, change.events)
                    if self.delivery is not None:
                        change = replace(change, handed_over=await self.delivery.claim(transaction, now))
                    await self._tell_others(transaction, change.handed_over)
                self._check_alive()
        except BaseException:
            if self.delivery is not None:
                self.delivery.failed(change.handed_over)
            raise
        if change.events:
            if self.delivery is not None:
                self.delivery.committed(change.handed_over)
            for committed in (*self.consequences.committed, self.committed):
                committed(change)

    def _check_alive(self) -> None:
        if not self.alive():
            raise NotSurelyAlive("others may serve by now, nothing is done")

    async def _project(self, transaction: Transaction, events: Sequence[Recorded]) -> datetime:
        """Write what follows from events; return as of when."""
        now = self.clock()
        transaction.of(NoticeRepository).request = current_request()
        for project in self.consequences.projections:
            await project(transaction, events, now)
        return now

    @staticmethod
    async def _tell_others(transaction: Transaction, handed_over: HandedOver) -> None:
        """Have other processes look for what was written, where this one does not."""
        if transaction.of(NoticeRepository).added and not (handed_over.complete or handed_over.cared_for):
            await transaction.of(SignalRepository).send(Signal(Topic.NOTICES))

    async def once(
        self,
        request: Request,
        action: str,
        subject: int | None,
        act: Callable[[Transaction], Awaitable[_Answer]],
        again: Callable[[Session, RequestRecord], Awaitable[_Answer]],
        same: Callable[[Session, RequestRecord], Awaitable[bool]] | None = None,
    ) -> _Answer:
        """Run `act` in a transaction that must `note` the request; if it was done before, answer by `again`.

        So is a new request that is refused, as its person has just done this and may have had no answer; one
        whose answer is known to have arrived is meant anew. `action` tells wishes apart; where it does not,
        `same` says whether another request was for this. Raises Refusal when the request was another
        person's or another wish, and whatever `act` raises.
        """
        try:
            async with self.write() as transaction:
                answer = await act(transaction)
        except (Refusal, RulesError, Conflict) as error:
            # Asked only now: a new request, the usual case, needs no look at the old ones.
            async with self.store.read() as session:
                done = await session.of(RequestRepository).get(request.id)
            before = None if done is not None else await self._repeated(request, action, subject, same)
            if before is not None:
                return await self.reading(lambda session: again(session, before))
            if done is None and isinstance(error, Conflict) and self.people.forget(request.person.id):
                # Another process has deleted whom this one knew: they have come back.
                return await self.once(request, action, subject, act, again, same)
            if done is None:
                raise
            mine = (done.player, done.action) == (request.person.id, action)
            if not mine or subject not in {None, done.subject}:
                raise Refusal("request-taken") from None
            return await self.reading(lambda session: again(session, done))
        self.people.remember(request.person)
        return answer

    async def _repeated(
        self,
        request: Request,
        action: str,
        subject: int | None,
        same: Callable[[Session, RequestRecord], Awaitable[bool]] | None,
    ) -> RequestRecord | None:
        """Return the request by which somebody has just done what is refused now, if they may not know it."""

        async def look(session: Session) -> RequestRecord | None:
            before = None if subject is None else await self.unacknowledged(session, request, action, subject)
            if before is None or same is None or await same(session, before):
                return before
            return None

        return await self.reading(look)

    async def unacknowledged(
        self, session: Session, request: Request, action: str, subject: int
    ) -> RequestRecord | None:
        """Return what somebody has just done with something, if they may not know it."""
        before = await self._before(session, request, action, subject)
        return None if before is None or before.id in self.answers else before

    async def _before(
        self, session: Session, request: Request, action: str, subject: int | None
    ) -> RequestRecord | None:
        if subject is None or not is_id(subject):
            return None
        done = await session.of(RequestRepository).since(
            request.person.id, subject, self.clock() - REMEMBERED_FOR
        )
        return latest(done, action)

    async def reading(self, look: Callable[[Session], Awaitable[_Answer]]) -> _Answer:
        """Look something up, and once more when plies were taken back meanwhile."""
        while True:
            with suppress(LogCut):
                async with self.store.read() as session:
                    return await look(session)

    async def note(
        self,
        session: Session,
        request: Request,
        action: str,
        subject: int,
        *,
        now: datetime,
        number: int | None = None,
        taken_back: int | None = None,
    ) -> None:
        """Store within a transaction what a request does, and who asked."""
        await self.people.meet(session, request.person)
        record = RequestRecord(request.id, request.person.id, action, subject, number, taken_back)
        await session.of(RequestRepository).add(record, now)

    def noting(self, session: Session, request: Request, action: str, subject: int | None = None) -> Noting:
        """Return what stores within a transaction that a request did something with a challenge.

        The challenge is its subject, or, where there is another one, the number beside it.
        """

        async def note(challenge: int) -> None:
            number = None if subject is None else challenge
            about = challenge if subject is None else subject
            await self.note(session, request, action, about, now=self.clock(), number=number)

        return note


def told_apart(action: RequestAction, *details: object) -> str:
    """Return an action with all that is wished: a request with other details is another wish."""
    return " ".join((action, *map(str, details)))


def is_id(number: int) -> bool:
    """Return whether a number can be an id at all; people make up ids by hand."""
    return 0 < number <= _LARGEST_ID
