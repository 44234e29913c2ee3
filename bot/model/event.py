"""The base of all events and instructions; each class declares how its notices are treated."""

from dataclasses import dataclass
from typing import ClassVar


class DomainEvent:
    """Something that happened, or, as an instruction, something to do at Discord.

    A subclass is a frozen dataclass. Its name is the kind under which the outbox stores it, so a class keeps
    its name; a field added later has a default. `is_posted`: its notices are delivered; an event without
    notices only leads to others. `background` notices answer nobody who waits: a few are delivered at a time.
    A `repeatable` one does no harm when a crash repeats it, and nothing waits for it. The row of a
    `sensitive` one is deleted once the notice is settled. An `awaited` one gets a notice even if it posts
    nothing, as a follow-up depends on it.
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

    A `passing` one is valid only until the match continues or its deadline changes; then its message is
    deleted.
    """

    passing: ClassVar[bool] = False

    match: int
