"""Routes: for each type of event its messages, and what follows once Discord has taken or refused them."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter

from bot.kernel.outbox.notices import LostTime, Notice, Routing
from bot.kernel.outbox.recorded import Recipient, Recorded, RecordedInMatch
from bot.model.event import DomainEvent
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.repositories.records.outbox import NewNotice, NoticeRecord
from bot.repositories.tables.outbox_tables import FIRST, PUBLIC
from data.session import Session

VERSION: Final = 2
"""Of how rows are written."""
_E = TypeVar("_E", bound=DomainEvent)


_adapters: Final = cache(TypeAdapter[DomainEvent])
_ROUTING: Final = TypeAdapter(Routing)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A notice to write: in public, or to one person where there is an `audience`.

    Notices of one `stream` to one audience are delivered in their order.
    """

    event: DomainEvent
    stream: int
    match: int | None = None
    ply: int | None = None
    routing: Routing = Routing()  # noqa: RUF009  # an immutable value
    audience: int | None = None
    due: datetime | None = None

    def written(self) -> NewNotice:
        """Return it as the store takes it."""
        return NewNotice(
            kind_of(self.event),
            self.stream,
            PUBLIC if self.audience is None else self.audience,
            self.match,
            self.ply,
            write(self.event, self.routing),
            self.due,
            background=self.event.background,
        )


def _adapter(event_type: type[DomainEvent]) -> TypeAdapter[DomainEvent]:
    return _adapters(event_type)  # type: ignore[arg-type]  # mypy takes a class for its instances here


def kind_of(event: DomainEvent) -> str:
    """Return the kind that a notice is stored as."""
    return type(event).__name__


def kinds_of(types: Iterable[type[DomainEvent]]) -> frozenset[str]:
    """Return the kinds that notices of these types are stored as."""
    return frozenset(event_type.__name__ for event_type in types)


def write(event: DomainEvent, routing: Routing) -> dict[str, object]:
    """Return the JSON of a notice. Defaults are left out, so rows from before a field was added are read."""
    return {
        "v": VERSION,
        "event": _adapter(type(event)).dump_python(event, mode="json", exclude_defaults=True),
        "routing": _ROUTING.dump_python(routing, mode="json", exclude_defaults=True),
    }


@dataclass(frozen=True, slots=True)
class DeliveredNotice:
    """A notice that was delivered, within the transaction that writes so.

    `ref` is the message it became, None where it became none.
    """

    session: Session
    notice: Notice
    ref: MessageRef | None
    routes: "MessageRoutes"

    @property
    def public_ref(self) -> MessageRef | None:
        """The message that a public notice became."""
        return None if self.notice.recipient is not None else self.ref

    def follow_up(self, instruction: DomainEvent, message: MessageRef) -> OutgoingMessage:
        """Return the notice that changes a message which this one replaces.

        It has a stream of its own: nothing waits for it, and it waits for nothing.
        """
        return OutgoingMessage(instruction, message.message, self.notice.match)


@dataclass(frozen=True, slots=True)
class MessageRoute(Generic[_E]):
    """All that the outbox knows of one type of events or instructions.

    `in_match` returns the messages that post an event of a match, `elsewhere` those of any other event, with
    the people it is for; without either an event leads to no message, and an instruction is written by the
    projection that gives it. Before messages of an event are written `retracts` drops waiting notices that
    the event outdates, and returns the audiences that never saw one and need no message. `absorbs` drops
    held notices whose account the event's own message gives as well, and returns the event with that account.

    `delivered` runs in the transaction that marks a notice as delivered, and returns what follows from that.
    `concerned` returns those who get a public notice in person where its place is closed, or read it at their
    next command once it is given up; without it nobody misses the notice.
    """

    event: type[_E]
    in_match: Callable[[_E, Match, datetime], Sequence[OutgoingMessage]] | None = None
    elsewhere: Callable[[_E, Sequence[Recipient], datetime], Sequence[OutgoingMessage]] | None = None
    retracts: Callable[[_E, Match, Session], Awaitable[frozenset[int]]] | None = None
    absorbs: Callable[[_E, Match, Session, datetime], Awaitable[_E]] | None = None
    delivered: Callable[[_E, DeliveredNotice], Awaitable[Sequence[OutgoingMessage]]] | None = None
    concerned: Callable[[_E, Notice, Session], Awaitable[Sequence[int]]] | None = None

    def messages(self, recorded: Recorded, now: datetime) -> Sequence[OutgoingMessage]:
        """Return the messages that post a recorded event of this type."""
        event: Any = recorded.event
        if isinstance(recorded, RecordedInMatch):
            return () if self.in_match is None else self.in_match(event, recorded.match, now)
        return () if self.elsewhere is None else self.elsewhere(event, recorded.recipients, now)


Merge = Callable[[Sequence[Recorded]], Sequence[Recorded]]
"""Merges events of a transaction that one message posts."""
Settled = Callable[[Notice], Coroutine[None, None, None]]
"""Goes on from a notice once it is written that it was delivered, or that it cannot be where it belongs."""


def event_in(record: NoticeRecord, event_type: type[_E]) -> _E:
    """Return the event of a stored notice, which must be of this type and written by this version."""
    event = _adapter(event_type).validate_python(record.data["event"])
    if not isinstance(event, event_type):
        raise TypeError(f"notice {record.id} holds no {event_type.__name__}")
    return event


class MessageRoutes:
    """The routes of all features, by type of event; a notice's row is read as one of these types.

    `readable` are the kinds of rows understood here; a newer version may write others.
    """

    def __init__(self) -> None:
        self._routes: dict[type[DomainEvent], MessageRoute[Any]] = {}
        self._types: dict[str, type[DomainEvent]] = {}
        self._merges: list[Merge] = []
        self.readable = frozenset[str]()

    def add(self, routes: Iterable[MessageRoute[Any]], merges: Iterable[Merge] = ()) -> None:
        """Add the routes of a feature, and what merges its events. Raises ValueError for a second route."""
        for route in routes:
            if route.event in self._routes:
                raise ValueError(f"{route.event.__name__} has two routes")
            self._routes[route.event] = route
            if route.event.is_posted:
                self._types[route.event.__name__] = route.event
        self._merges += merges
        self.readable = frozenset(self._types)

    def merged(self, events: Sequence[Recorded]) -> Sequence[Recorded]:
        """Return the events of a transaction, those that one message posts as one."""
        for merge in self._merges:
            events = merge(events)
        return events

    @property
    def types(self) -> frozenset[type[DomainEvent]]:
        """All types that have a route."""
        return frozenset(self._routes)

    def of(self, event: DomainEvent) -> MessageRoute[Any]:
        """Return the route of an event."""
        return self._routes[type(event)]

    def holds(self, kind: str, is_meant: Callable[[type[DomainEvent]], bool]) -> bool:
        """Return whether rows of a kind hold an event of a type that is meant."""
        return kind in self._types and is_meant(self._types[kind])

    def read(self, record: NoticeRecord) -> Notice:
        """Return a stored notice of a readable kind."""
        event = _adapter(self._types[record.kind]).validate_python(record.data["event"])
        routing = _ROUTING.validate_python(record.data["routing"])
        return Notice(
            id=record.id,
            event=event,
            stream=record.stream,
            match=record.game,
            ply=record.ply,
            recipient=None if record.audience == PUBLIC else record.audience,
            attempts=record.attempts,
            uncertain=record.uncertain,
            routing=routing,
            request=record.request,
            lost=None if record.epoch is None else LostTime(record.epoch, record.created),
            written=record.created,
            background=record.priority > FIRST,
            stored_kind=record.kind,
        )

    async def arrived(self, session: Session, notice: Notice, ref: MessageRef | None) -> Sequence[NewNotice]:
        """Run what follows from a delivered notice; return the notices that it leads to."""
        delivered = self.of(notice.event).delivered
        if delivered is None:
            return ()
        follows = await delivered(notice.event, DeliveredNotice(session, notice, ref, self))
        return [replace(message.written(), request=notice.request) for message in follows]

    async def concerned(self, session: Session, notice: Notice) -> Sequence[int]:
        """Return those who get a public notice in person that cannot be posted in public."""
        concerned = self.of(notice.event).concerned
        return (
            ()
            if concerned is None or notice.event.corrects
            else await concerned(notice.event, notice, session)
        )
