"""Challenges, tables and those who have come to one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class GuestRecord:
    """A row of `guests`. `joined` is the place in the order of joining, None for one who was only invited.

    `word` is the digest of a word that they want the dice to depend on.
    """

    player: int
    invited: bool
    joined: int | None
    party: int | None
    word: str | None = None


@dataclass(frozen=True, slots=True)
class ChallengeRecord:
    """A row of `challenges`, with the server's present language, the first game it led to and its guests.

    `tie_break` is empty where no series is wished for; `guests` are in order of joining, then those invited.
    `left_ready` are people who have left when nobody more could come, and have not come back; `declined` are
    people who were invited and will not come. `terms` counts how often its terms have been changed.
    `commitment` is what is told of the secret that its dice follow from.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    role: str
    server: int | None
    channel: int
    locale: str
    status: str
    reason: str | None
    accepted_by: int | None
    message: int | None
    created: datetime
    players: int | None
    closed: bool
    tie_break: str | None
    clock: str
    game: int | None
    guests: tuple[GuestRecord, ...]
    rematch_of: int | None
    counter_to: int | None
    parent: int | None = None
    private: bool = False
    expires: datetime | None = None
    left_ready: frozenset[int] = frozenset()
    terms: int = 0
    declined: frozenset[int] = frozenset()
    rated: bool = False
    exploring: bool = True
    commitment: str | None = None
