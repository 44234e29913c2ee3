"""Substitutions: a seat of a running match is offered to someone else, who continues it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.model.people.person import MessageRef

LIFETIME: Final = timedelta(days=7)
"""For how long a seat is on offer at most."""
STALL: Final = timedelta(days=7)
"""How long without a move until an admin may offer the seat to act."""
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
"""All refusal reasons of this module, with the names of their details."""


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
    """A seat that is offered by its player, the `leaver`, or by an admin: to `wanted`, or to anyone.

    `plies` is after how many it was offered and, once accepted, since when `substitute` plays; the leaver
    counts as having resigned then. `message` is the card, once that is posted.
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
        """Whether it can still be accepted, apart from its expiry."""
        return self.status is SubstitutionStatus.OPEN

    @property
    def by_admin(self) -> bool:
        """Whether not the player themselves has offered the seat."""
        return self.offered_by != self.leaver


@dataclass(frozen=True, slots=True)
class Handover:
    """A change of seats in a match, known by its id: the substitute and the leaver."""

    match: int
    leaver: int
    substitute: int


def successor(person: int, handovers: Sequence[Handover], *, after: int = 0) -> int:
    """Return the person's substitute after the match `after`; `handovers` are in the order they came."""
    for handover in handovers:
        if handover.match > after and handover.leaver == person:
            person = handover.substitute
    return person
