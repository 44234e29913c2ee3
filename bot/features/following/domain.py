"""Following other people's games: the events that a follower gets, and the games that cannot be followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.match.match import Match
from bot.model.refusal import Refusal

MOST: Final = 10
"""The most running games that a person may follow."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "follow-own": (),
    "follow-private": (),
    "follow-over": (),
    "too-many-followed": ("limit",),
}
"""All refusal reasons of this module, with the names of their details."""


class FollowedEvents(StrEnum):
    """The events of a game that a follower gets."""

    PLIES = "plies"
    END = "end"
    NOTHING = "nothing"

    @classmethod
    def _missing_(cls, value: object) -> "FollowedEvents":
        # Written by a newer version; the end is always reported.
        del value
        return cls.END


@dataclass(frozen=True, slots=True)
class Follower:
    """A follower of a match.

    `delivered_plies` is the last ply delivered to them, at first the last before they followed; None if an
    older version of the program wrote the row.
    """

    person: int
    match: int
    events: FollowedEvents
    delivered_plies: int | None = None


def can_follow(match: Match, person: int) -> bool:
    """Return whether a person may follow a match."""
    return _refusal(match, person) is None


def check_following(match: Match, person: int) -> None:
    """Raise Refusal if a person may not follow a match: "follow-own", "follow-private", "follow-over".

    Players get messages anyway. Moves in private threads are not posted elsewhere.
    """
    reason = _refusal(match, person)
    if reason is not None:
        raise Refusal(reason)


def _refusal(match: Match, person: int) -> str | None:
    if match.seat_of(person) is not None:
        return "follow-own"
    if match.place.private or match.place.server is None:
        return "follow-private"
    return None if match.running else "follow-over"
