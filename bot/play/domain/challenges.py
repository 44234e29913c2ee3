"""Challenges: what is asked of whom, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.play.domain.people import Place
from bot.play.domain.time.clocks import NO_CLOCK, ClockChoice
from rules.contract.series import TieBreak

RANDOM_ROLE = "random"
"""The role a challenger names to let the lot decide."""

OTHER_OPTIONS = "other-options"
"""The reason that asks for the same game with other terms."""

NO_THANKS = "no-thanks"
"""The reason that says nothing more."""

DECLINE_REASONS = ("no-time", "other-game", OTHER_OPTIONS, "too-many-games", NO_THANKS)
"""The ids of the reasons for which a challenge can be declined."""


class ChallengeStatus(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    COUNTERED = "countered"
    EXPIRED = "expired"

    @classmethod
    def _missing_(cls, value: object) -> "ChallengeStatus":
        # A newer version has written it, and here nothing can be done with it.
        del value
        return cls.WITHDRAWN


@dataclass(frozen=True, slots=True)
class SeriesChoice:
    """The wish to play a series, as the game's rulebook has it, and what decides it when it is level."""

    tie_break: TieBreak = TieBreak.NONE


@dataclass(frozen=True, slots=True)
class Member:
    """Someone who has joined a lobby; `party` is the one they want to play in, from 0, if they care.

    `word` is the digest of a word that they want the dice to depend on.
    """

    person: int
    party: int | None = None
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match. `opponent` is None when anyone may accept it.

    `role` is the challenger's: an id of the game's roles or "random". `reason` is why it was declined,
    `match` the one it led to (of a series the first), `message` the card it is shown on, once that is
    posted in `place.channel`.

    A `lobby` is for a game of more than two: people join and leave, and the challenger starts it. `players`
    is how many it is for, None when they start with whatever number can play; `members` are those who have
    joined, the challenger first; `invited` those they named. A `closed` one can be joined by these only.

    `expires` is when it closes by itself if it is still open; rematches do not, nor tables at which somebody
    waits with the host.

    `terms` counts how often its terms have been changed: what is accepted are those of one number.

    A `rated` one leads to matches that count for the ratings of their players; one without `exploring` to
    matches in which nobody may try moves out before the end.

    Where there are dice, `commitment` is told of the secret that those of its match follow from.

    `rematch_of` is the finished match it asks to play again, `counter_to` the challenge it answers.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    role: str
    place: Place
    status: ChallengeStatus
    reason: str | None
    accepted_by: int | None
    match: int | None
    message: int | None
    created: datetime
    players: int | None = None
    invited: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    closed: bool = False
    lobby: bool = False
    series: SeriesChoice | None = None
    clock: ClockChoice = NO_CLOCK
    rematch_of: int | None = None
    counter_to: int | None = None
    expires: datetime | None = None
    terms: int = 0
    rated: bool = False
    exploring: bool = True
    commitment: str | None = None
