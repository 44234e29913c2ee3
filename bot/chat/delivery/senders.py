"""Senders: each delivers the notices of one type of event or instruction to Discord."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.delivery.recomposing import Recall
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.event import DomainEvent
from bot.model.people.person import MessageRef

_E = TypeVar("_E", bound=DomainEvent)


@dataclass(frozen=True, slots=True)
class Sender(Generic[_E]):
    """The chat's handling of one type of notice.

    `send` posts a notice's message, or edits existing messages; it returns the posted message and raises
    PlaceClosed, Undecided, and the transient errors in FAILURES. An undeliverable notice is shown at the
    person's next command, by the line of `missed`; `missed_note` is the id of a text below all missed notices
    of the type.
    """

    event: type[_E]
    send: Callable[[_E, Notice], Awaitable[MessageRef | None]]
    missed: Callable[[_E, Notice, InteractionContext], Awaitable[str]] | None = None
    missed_note: str = ""


AfterAnswer = Callable[[Answers, Language], Awaitable[None]]
"""Follows up on an answered interaction, in its person's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """A feature's messages on Discord: its senders, recalls of posted messages, and follow-ups of answers."""

    senders: Sequence[Sender[Any]] = ()
    recalls: Sequence[Recall] = ()
    after_answers: Sequence[AfterAnswer] = ()


class Senders:
    """The senders of all features, by type of event."""

    def __init__(self) -> None:
        self._senders: dict[type[DomainEvent], Sender[Any]] = {}

    def add(self, senders: Iterable[Sender[Any]]) -> None:
        """Add a feature's senders. Raises ValueError if a type has two senders."""
        for sender in senders:
            if sender.event in self._senders:
                raise ValueError(f"{sender.event.__name__} has two senders")
            self._senders[sender.event] = sender

    @property
    def types(self) -> frozenset[type[DomainEvent]]:
        return frozenset(self._senders)

    async def send(self, notice: Notice) -> MessageRef | None:
        """Deliver a notice to Discord; return the posted message, if any.

        Raises PlaceClosed, Undecided, and transient FAILURES.
        """
        return await self._senders[notice.kind].send(notice.event, notice)

    async def missed_lines(
        self, notices: Sequence[Notice], context: InteractionContext
    ) -> tuple[list[str], list[str]]:
        """Return the lines of missed notices, and the notes below them."""
        lines: list[str] = []
        notes: dict[str, None] = {}
        for notice in notices:
            sender = self._senders[notice.kind]
            if sender.missed is not None:
                lines.append(await sender.missed(notice.event, notice, context))
            if sender.missed_note:
                notes[context.t(sender.missed_note)] = None
        return lines, list(notes)
