"""The base of all events and instructions; each class declares the treatment of its notices."""

from dataclasses import dataclass
from typing import ClassVar


class DomainEvent:
    """An event, or, as an instruction, a task at Discord.

    A subclass is a frozen dataclass. Its name is the kind under which the outbox stores it, so a class keeps
    its name; a field added later needs a default. `is_posted`: its notices are delivered; an event without
    notices only leads to others. `background` notices answer no waiting person: a few are delivered at a
    time. A `repeatable` event may be repeated after a crash, and no notice waits for it. A `sensitive`
    event's row is deleted once the notice is settled. An `awaited` event gets a notice even if it posts
    nothing, since a follow-up depends on it.
    """

    __slots__ = ()

    is_posted: ClassVar[bool] = True
    background: ClassVar[bool] = False
    repeatable: ClassVar[bool] = False
    sensitive: ClassVar[bool] = False
    awaited: ClassVar[bool] = False

    @property
    def corrects(self) -> bool:
        """Whether it only edits an existing message, in order among urgent notices.

        A later notice, or the message itself, has the same content: it is given up soon and never rerouted.
        """
        return False


@dataclass(frozen=True, slots=True)
class MatchEvent(DomainEvent):
    """An event of a match.

    A `passing` event is valid only until the match continues or its deadline changes; then its message is
    deleted.
    """

    passing: ClassVar[bool] = False

    match: int
