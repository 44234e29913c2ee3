"""The content of notices, checked for the expected type of event."""

from typing import TypeVar

from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeEvent, EndCause, MatchEnded, PlyPlayed, ResultCorrected

_Event = TypeVar("_Event", bound=DomainEvent)


def event_of(notice: Notice, kind: type[_Event]) -> _Event:
    """Return the event of a notice, which must be of the given type."""
    assert isinstance(notice.event, kind), f"{notice.event} is not a {kind.__name__}"
    return notice.event


def challenge_of(notice: Notice) -> int | None:
    """Return the number of the challenge of a notice's event, if it has one."""
    return notice.event.challenge if isinstance(notice.event, ChallengeEvent) else None


def ply_of(notice: Notice) -> tuple[int, int, str]:
    """Return a played ply of a notice: the plies before it, its seat, and its move."""
    ply = event_of(notice, PlyPlayed)
    return ply.since, ply.seat, ply.move


def cause_of(notice: Notice) -> EndCause:
    """Return the cause of an end, or of a corrected result, that came without a ply."""
    cause = notice.event.cause if isinstance(notice.event, ResultCorrected) else None
    if isinstance(notice.event, MatchEnded) and isinstance(notice.event.last, EndCause):
        cause = notice.event.last
    assert cause is not None
    return cause
