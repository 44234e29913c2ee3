"""Substitutions: a seat of a running match is offered to another person, who continues it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.model.people.person import MessageRef

LIFETIME: Final = timedelta(days=7)
"""How long a seat is on offer."""
STALL: Final = timedelta(days=7)
"""The time without a move after which an admin may offer the mover's seat."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat-offered": (),
    "seat-not-stalled": ("days",),
    "seat-closed": (),
    "seat-not-for-you": (),
    "seat-not-yours": (),
    "seat-not-for-engine": (),
    "substitute-plays": (),
    "substitute-has-left": (),
}
"""The refusal reasons about substitutions, with the names of their details."""


class SubstitutionStatus(StrEnum):
    """The status of an offered seat."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"

    @classmethod
    def _missing_(cls, value: object) -> "SubstitutionStatus":
        # Written by a newer version; this one cannot use it.
        del value
        return cls.LAPSED


@dataclass(frozen=True, slots=True)
class Substitution:
    """A seat offered by its player, the `leaver`, or by an admin: to `wanted`, or to anyone.

    `plies` is the match's ply count when it was offered and, once accepted, when `substitute` took over; the
    leaver counts as having resigned then. `message` is the card, once it is posted.
    """

    id: int
    match: int
    seat: int
    leaver: int
    offered_by: int
    wanted: int | None
    status: SubstitutionStatus
    plies: int
    made: datetime
    expires: datetime
    substitute: int | None = None
    settled: datetime | None = None
    message: MessageRef | None = None

    @property
    def open(self) -> bool:
        """Whether it can still be accepted, expiry aside."""
        return self.status is SubstitutionStatus.OPEN

    @property
    def by_admin(self) -> bool:
        """Whether an admin, not the player, offered the seat."""
        return self.offered_by != self.leaver


@dataclass(frozen=True, slots=True)
class Handover:
    """A change of players in a match, by the match's id: the substitute and the leaver."""

    match: int
    leaver: int
    substitute: int


def successor(person: int, handovers: Sequence[Handover], *, after: int = 0) -> int:
    """Return the person's last substitute in matches after `after`, or the person if there is none.

    `handovers` are in chronological order.
    """
    for handover in handovers:
        if handover.match > after and handover.leaver == person:
            person = handover.substitute
    return person
