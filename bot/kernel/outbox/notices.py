"""Notices: events and instructions on their way to their recipients."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.model.event import DomainEvent
from bot.model.people.preferences import PingPlace


@dataclass(frozen=True, slots=True)
class Routing:
    """Details of a notice's delivery besides its audience.

    `tell` is where the player to move wants the ping; `calls` are the people to ping if the notice is not
    about a turn (else None); `direct` are people who also get a direct message about the event. `timed`: the
    notice invalidates an earlier message's deadline; `rerouted`: the notice's own place was closed; `silent`:
    the post makes no sound.
    """

    tell: PingPlace | None = None
    calls: tuple[int, ...] | None = None
    direct: tuple[int, ...] = ()
    timed: bool = False
    rerouted: bool = False
    silent: bool = False


class DeliveryResult(StrEnum):
    """The result of an attempt to deliver a notice.

    REROUTED: the notice goes to each recipient in person. MISSED: it waits for their next command. DROPPED:
    it needs no delivery.
    """

    DELIVERED = "delivered"
    POSTPONED = "postponed"
    REROUTED = "rerouted"
    MISSED = "missed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class LostTime:
    """The time when a notice was written, before a restore; it may have been delivered since."""

    epoch: int
    written: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to deliver: in public, or as a direct message to a `recipient`.

    Notices of one `stream`, in public or to one person, are delivered in order. `ply` is the match's ply
    count when the notice was written. `attempts` counts failed deliveries; `uncertain`: an earlier attempt
    may have arrived. `stored_kind` is the kind in its row.

    For starts, plies and take-backs with a ping, `tell` is where the player wants it. Public notices ping
    only for THREAD and BOTH; for DIRECT and BOTH a direct notice of the same event follows. NONE also means a
    ping delayed by quiet hours: it follows as a `DeadlineNear` whose `nth` is 0. If a ply is undone during
    its delivery (Refusal "unknown-ply"), the notice counts as delivered, without a message.

    The end of a match, a timeout of one of several players, and messages to a person about their challenge
    ping the people in `calls`; after quiet hours a direct notice of the same event follows to each of them
    who wants one. The player who ended the match gets neither, nor does the player with the first turn of the
    series' next match: that match pings them.

    `written` is the time of writing, if known. `background` notices are delivered after urgent ones.
    `request` is the id of the interaction or job behind it, if known. `lost` is set if a restore found the
    notice undelivered. A `MatchRestored` repeats its content for a running match and pings the player to
    move.

    A temporary fact is outdated when `ply` is no longer the match's ply count. A `MatchEnded` or
    `PliesTakenBack` after its `OfferAnswered` announces an accepted offer; only DECLINED and AGREED are
    retried for long.
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
        """The type of its event or instruction."""
        return type(self.event)

    @property
    def tell(self) -> PingPlace:
        """Where the player to move wants the ping."""
        return self.routing.tell or PingPlace.THREAD

    @property
    def calls(self) -> tuple[int, ...]:
        """The people to ping if the notice is not about a turn."""
        return self.routing.calls or ()

    @property
    def is_rerouted(self) -> bool:
        """Whether the notice goes to a person because its own place was closed."""
        return self.routing.rerouted
