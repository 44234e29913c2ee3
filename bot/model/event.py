"""The base of all events and instructions: each class says what holds for every one of its kind."""

from dataclasses import dataclass
from typing import ClassVar


class DomainEvent:
    """Something that has happened, or, as an instruction, something to do at Discord.

    A subclass is a frozen dataclass. Its name is the kind under which the outbox stores it, so a class keeps
    its name; a field added later has a default. `is_posted` says that notices of it are delivered; an event
    without them only leads to others. `background` notices answer nobody who waits: a few are delivered at a
    time. A `repeatable` one does no harm when a crash repeats it, and nothing waits for it. The row of a
    `sensitive` one is deleted, not kept, once the notice is settled. Of an `awaited` one a notice is written
    even where it posts nothing, as something goes on from it.
    """

    __slots__ = ()

    is_posted: ClassVar[bool] = True
    background: ClassVar[bool] = False
    repeatable: ClassVar[bool] = False
    sensitive: ClassVar[bool] = False
    awaited: ClassVar[bool] = False

    @property
    def corrects(self) -> bool:
        """Whether it only corrects a standing message, in its turn among the notices that others wait for.

        A later notice, or the message itself, says the same: it is given up soon and rerouted to nobody.
        """
        return False


@dataclass(frozen=True, slots=True)
class MatchEvent(DomainEvent):
    """An event of a match.

    A `passing` one holds only until the match goes on or its deadline changes; its message is deleted then.
    """

    passing: ClassVar[bool] = False

    match: int
