"""Notices: an event, or an instruction, on its way to the people it concerns."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.model.event import DomainEvent
from bot.model.people.preferences import Tell


@dataclass(frozen=True, slots=True)
class Routing:
    """Whom a notice concerns besides its audience.

    `tell` is where the one to act wants to be told; `calls` are those whom it calls where it tells of no turn
    (None where it tells of one); `direct` are told the same in person anyway. `timed` says that with it what
    was said of a turn's time before is true no more, `rerouted` that it could not be told where it belongs,
    `silent` that it is posted without a sound.
    """

    tell: Tell | None = None
    calls: tuple[int, ...] | None = None
    direct: tuple[int, ...] = ()
    timed: bool = False
    rerouted: bool = False
    silent: bool = False


class DeliveryResult(StrEnum):
    """The result of an attempt to deliver a notice.

    A rerouted one goes on to each of those concerned, a missed one waits for their next command, a dropped
    one is missed by nobody.
    """

    DELIVERED = "delivered"
    POSTPONED = "postponed"
    REROUTED = "rerouted"
    MISSED = "missed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class LostTime:
    """When a notice was `written`, in an `epoch` that a restore has ended: it may have been told since."""

    epoch: int
    written: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: in public, or in a direct message when there is a `recipient`.

    Of one `stream`, in public or to one person, notices are told in their order. `ply` is the number of plies
    of the match at that moment. `attempts` counts failed deliveries; `uncertain` warns that an earlier one
    may have arrived. `stored_kind` is the kind its row says it is of.

    Starts, plies and take-backs that call someone say in `tell` where they want to be told. Public ones ping
    only by THREAD and BOTH; a notice to them alone of the same event follows by DIRECT and BOTH. NONE also
    stands where quiet hours hold the ping back: it then comes as a `DeadlineNear` whose `nth` is 0. A ply
    that is being told when it is undone may not be found any more (Refusal "unknown-ply"): it then counts as
    delivered, without a message.

    What ends a match, or puts someone out of one that goes on because their time is up, and words to one
    person about their challenge, ping those in `calls`; a notice of the same event to each who wants that in
    person follows, after their quiet hours. Whoever ended the match themselves is told neither way, nor is
    who has the first turn of the next one in a series: that one calls them.

    `written` is when it was, where known. `background` says that it gives way to what others wait for.
    `request` is the id of the interaction or the job that it comes from, where known.
    `lost` is set where a restore has found it undelivered. What it told then of a match that goes on is told
    anew by a `MatchRestored`, which also calls whoever is to move.

    What is true for a while is outdated when `ply` is not the match's any more. What was accepted is told by
    a `MatchEnded` or `PliesTakenBack` after its `OfferAnswered`; only DECLINED and AGREED are tried for long.
    """

    id: int
    event: DomainEvent
    stream: int
    match: int | None
    ply: int | None
    recipient: int | None
    attempts: int
    uncertain: bool
    routing: Routing = field(default_factory=Routing)
    request: str | None = None
    lost: LostTime | None = None
    written: datetime | None = None
    background: bool = False
    stored_kind: str = ""

    @property
    def kind(self) -> type[DomainEvent]:
        """Return the type of its event or instruction."""
        return type(self.event)

    @property
    def tell(self) -> Tell:
        """Where the one to act wants to be told."""
        return self.routing.tell or Tell.THREAD

    @property
    def calls(self) -> tuple[int, ...]:
        """Whom it calls where it tells of no turn."""
        return self.routing.calls or ()

    @property
    def rerouted(self) -> bool:
        """Whether it goes to one person because it could not be told where it belongs."""
        return self.routing.rerouted
