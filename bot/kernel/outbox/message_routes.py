"""Routes: the messages of each type of event, and the follow-up after delivery or refusal."""

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
"""The version of the row format."""
_E = TypeVar("_E", bound=DomainEvent)


_adapters: Final = cache(TypeAdapter[DomainEvent])
_ROUTING: Final = TypeAdapter(Routing)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A notice to write: public, or for one person if there is an `audience`.

    Notices of one `stream` to one audience are delivered in order.
    """

    event: DomainEvent
    stream: int
    match: int | None = None
    ply: int | None = None
    routing: Routing = Routing()  # noqa: RUF009  # an immutable value
    audience: int | None = None
    due: datetime | None = None

    def to_notice(self) -> NewNotice:
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
    """Return the stored kind of a notice."""
    return type(event).__name__


def kinds_of(types: Iterable[type[DomainEvent]]) -> frozenset[str]:
    """Return the stored kinds of notices of these types."""
    return frozenset(event_type.__name__ for event_type in types)


def write(event: DomainEvent, routing: Routing) -> dict[str, object]:
    """Return a notice's JSON. Defaults are omitted, so rows without a newer field stay readable."""
    return {
        "v": VERSION,
        "event": _adapter(type(event)).dump_python(event, mode="json", exclude_defaults=True),
        "routing": _ROUTING.dump_python(routing, mode="json", exclude_defaults=True),
    }


@dataclass(frozen=True, slots=True)
class DeliveredNotice:
    """A delivered notice, within the transaction that records it.

    `ref` is the resulting message, None if there is none.
    """

    session: Session
    notice: Notice
    ref: MessageRef | None
    routes: "MessageRoutes"

    @property
    def public_ref(self) -> MessageRef | None:
        """The message of a public notice, None for a private notice."""
        return None if self.notice.recipient is not None else self.ref

    def follow_up(self, instruction: DomainEvent, message: MessageRef) -> OutgoingMessage:
        """Return the notice that edits the message replaced by this one.

        It has its own stream, so that neither waits for the other.
        """
        return OutgoingMessage(instruction, message.message, self.notice.match)


@dataclass(frozen=True, slots=True)
class MessageRoute(Generic[_E]):
    """The outbox's handling of one type of event or instruction.

    `in_match` returns the messages of a match's event, `elsewhere` those of any other event, with their
    recipients; without either an event leads to no message, and a projection writes the instruction. Before
    an event's messages are written, `retracts` drops waiting notices that the event outdates, and returns the
    audiences that never saw one and need no message. `absorbs` drops delayed notices whose content becomes
    part of the event's own message, and returns the event with that content.

    `delivered` runs in the transaction that marks a notice as delivered, and returns its follow-up.
    `concerned` returns the people who get a public notice in person if its place is closed, or at their next
    command once it is given up; without it the notice is dropped.
    """

    event: type[_E]
    in_match: Callable[[_E, Match, datetime], Sequence[OutgoingMessage]] | None = None
    elsewhere: Callable[[_E, Sequence[Recipient], datetime], Sequence[OutgoingMessage]] | None = None
    retracts: Callable[[_E, Match, Session], Awaitable[frozenset[int]]] | None = None
    absorbs: Callable[[_E, Match, Session, datetime], Awaitable[_E]] | None = None
    delivered: Callable[[_E, DeliveredNotice], Awaitable[Sequence[OutgoingMessage]]] | None = None
    concerned: Callable[[_E, Notice, Session], Awaitable[Sequence[int]]] | None = None

    def messages(self, recorded: Recorded, now: datetime) -> Sequence[OutgoingMessage]:
        """Return the messages of a recorded event of this type."""
        event: Any = recorded.event
        if isinstance(recorded, RecordedInMatch):
            return () if self.in_match is None else self.in_match(event, recorded.match, now)
        return () if self.elsewhere is None else self.elsewhere(event, recorded.recipients, now)


Merge = Callable[[Sequence[Recorded]], Sequence[Recorded]]
"""Merges a transaction's events that share a message."""
Settled = Callable[[Notice], Coroutine[None, None, None]]
"""Follows up on a notice once it is recorded as delivered or undeliverable."""


def event_in(record: NoticeRecord, event_type: type[_E]) -> _E:
    """Return a stored notice's event. Raises TypeError if it is of another type."""
    event = _adapter(event_type).validate_python(record.data["event"])
    if not isinstance(event, event_type):
        raise TypeError(f"notice {record.id} holds no {event_type.__name__}")
    return event


class MessageRoutes:
    """The routes of all features, by type of event; a notice's row is parsed as one of these types.

    `readable` are the known kinds of rows; a newer version may write others.
    """

    def __init__(self) -> None:
        self._routes: dict[type[DomainEvent], MessageRoute[Any]] = {}
        self._types: dict[str, type[DomainEvent]] = {}
        self._merges: list[Merge] = []
        self.readable = frozenset[str]()

    def add(self, routes: Iterable[MessageRoute[Any]], merges: Iterable[Merge] = ()) -> None:
        """Add a feature's routes and merges. Raises ValueError if an event has a second route."""
        for route in routes:
            if route.event in self._routes:
                raise ValueError(f"{route.event.__name__} has two routes")
            self._routes[route.event] = route
            if route.event.is_posted:
                self._types[route.event.__name__] = route.event
        self._merges += merges
        self.readable = frozenset(self._types)

    def merge(self, events: Sequence[Recorded]) -> Sequence[Recorded]:
        """Return a transaction's events, merged if they share a message."""
        for merge in self._merges:
            events = merge(events)
        return events

    @property
    def types(self) -> frozenset[type[DomainEvent]]:
        return frozenset(self._routes)

    def of(self, event: DomainEvent) -> MessageRoute[Any]:
        return self._routes[type(event)]

    def holds(self, kind: str, is_meant: Callable[[type[DomainEvent]], bool]) -> bool:
        """Return whether rows of a kind hold an event whose type fits."""
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

    async def on_delivery(
        self, session: Session, notice: Notice, ref: MessageRef | None
    ) -> Sequence[NewNotice]:
        """Run the follow-up of a delivered notice; return the new notices."""
        delivered = self.of(notice.event).delivered
        if delivered is None:
            return ()
        follows = await delivered(notice.event, DeliveredNotice(session, notice, ref, self))
        return [replace(message.to_notice(), request=notice.request) for message in follows]

    async def recipients_in_person(self, session: Session, notice: Notice) -> Sequence[int]:
        """Return the people who get a public notice in person if it cannot be posted in public.

        Nobody gets a correction of an existing message in person.
        """
        concerned = self.of(notice.event).concerned
        return (
            ()
            if concerned is None or notice.event.corrects
            else await concerned(notice.event, notice, session)
        )
