"""Challenges: their terms, guests and status."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.model.challenges.terms import Terms
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import Place

OTHER_OPTIONS = "other-options"
"""The reason that asks for the same game on other terms."""

NO_THANKS = "no-thanks"
"""The reason without explanation."""

DECLINE_REASONS = ("no-time", "other-game", OTHER_OPTIONS, "too-many-games", NO_THANKS)
"""The ids of reasons to decline a challenge."""


class ChallengeStatus(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    COUNTERED = "countered"
    EXPIRED = "expired"

    @classmethod
    def _missing_(cls, value: object) -> "ChallengeStatus":
        # Written by a newer version; this one cannot use it.
        del value
        return cls.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Member:
    """A player in a lobby; `party` is the preferred one, from 0, if any.

    `word` is the digest of a word that is mixed into the dice.
    """

    person: int
    party: int | None = None
    word: str | None = None


LEFT_READY: Final = -1
"""The place of a guest who left when no one else could come."""
DECLINED: Final = -2
"""The place of an invited guest who declined."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person in a lobby: joined, invited, left or declined.

    `place` is the rank in order of joining, from 0, `LEFT_READY`, `DECLINED`, or None. `party` and `word` are
    as in a Member.
    """

    person: int
    invited: bool = False
    place: int | None = None
    party: int | None = None
    word: str | None = None

    @property
    def join_rank(self) -> int | None:
        """The rank in order of joining, None for people outside the lobby."""
        return None if self.place is None or self.place < 0 else self.place

    @property
    def waiting(self) -> bool:
        """Whether they are in the lobby or invited to it."""
        return self.invited or self.join_rank is not None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match. `opponent` is None if anyone may accept it.

    `revision` counts the changes of `terms`. `reason` is given with a decline, `match` is the resulting match
    (of a series the first), `message` is the card, once it is posted in `place.channel`.

    A `lobby` is for a game with more than two players: people join and leave, and the challenger starts it.
    `everyone` includes its `guests` (people who have joined, in order, the challenger first, then invited
    people), people who left when no one else could come, and invited people who declined. Only invited people
    can join a `closed` lobby.

    `expires` is the end of an open challenge; rematches have none, nor have lobbies with a guest besides the
    challenger.

    With dice, `commitment` is the public commitment to the secret behind its match's rolls. In a tournament
    the commitment is the `leaf` of a tree.

    If its terms are `against_engine` the `opponent` is the bot's account.

    `rematch_of` is the finished match to play again, `counter_to` the challenge that this one answers.
    """

    id: int
    terms: Terms
    challenger: int
    opponent: int | None
    place: Place
    created: datetime
    status: ChallengeStatus = ChallengeStatus.OPEN
    reason: str | None = None
    accepted_by: int | None = None
    match: int | None = None
    message: int | None = None
    everyone: tuple[Guest, ...] = ()
    closed: bool = False
    rematch_of: int | None = None
    counter_to: int | None = None
    expires: datetime | None = None
    revision: int = 0
    commitment: str | None = None
    leaf: DiceLeaf | None = None

    @property
    def open(self) -> bool:
        """Whether it has no answer yet; it may have expired."""
        return self.status is ChallengeStatus.OPEN

    @property
    def readers(self) -> frozenset[int]:
        """The challenger, and all invited, joined and accepting people."""
        player_ids = (member.person for member in self.members)
        people = (self.challenger, self.opponent, self.accepted_by, *self.invitees, *player_ids)
        return frozenset(person for person in people if person is not None)

    @property
    def guests(self) -> tuple[Guest, ...]:
        """The players in order of joining, then the invited people."""
        return tuple(guest for guest in self.everyone if guest.waiting)

    @property
    def left_ready(self) -> frozenset[int]:
        """The people who left when no one else could come, and have not returned."""
        return frozenset(guest.person for guest in self.everyone if guest.place == LEFT_READY)

    @property
    def decliners(self) -> frozenset[int]:
        """The invited people who declined."""
        return frozenset(guest.person for guest in self.everyone if guest.place == DECLINED)

    @property
    def lobby(self) -> bool:
        return bool(self.guests)

    @property
    def members(self) -> tuple[Member, ...]:
        """The players, the challenger first."""
        return tuple(
            Member(guest.person, guest.party, guest.word)
            for guest in self.guests
            if guest.join_rank is not None
        )

    @property
    def invitees(self) -> tuple[int, ...]:
        return tuple(sorted(guest.person for guest in self.guests if guest.invited))

    def guest(self, person: int) -> Guest:
        """Return the person's guest entry, or a new one if they are not a guest."""
        return next((guest for guest in self.guests if guest.person == person), Guest(person))

    def with_guest(self, guest: Guest) -> "Challenge":
        """Return the challenge with a guest added or updated."""
        others = self.without(guest.person).everyone
        return replace(self, everyone=in_order((*others, guest)))

    def with_player(self, person: int, party: int | None, word: str | None) -> "Challenge":
        """Return the challenge with a new player, or with a player's changed party or word."""
        guest = self.guest(person)
        place = (
            1 + max(guest.join_rank or 0 for guest in self.guests)
            if guest.join_rank is None
            else guest.join_rank
        )
        return self.with_guest(replace(guest, place=place, party=party, word=word or guest.word))

    def without(self, person: int) -> "Challenge":
        """Return the challenge without a guest."""
        return replace(self, everyone=tuple(guest for guest in self.everyone if guest.person != person))

    def without_player(self, person: int, *, ready: bool) -> "Challenge":
        """Return the challenge without a player; an invited player stays invited.

        `ready`: no one else could come.
        """
        invited = self.guest(person).invited
        if not (ready or invited):
            return self.without(person)
        return self.with_guest(Guest(person, invited, LEFT_READY if ready else None))

    def with_decliner(self, person: int) -> "Challenge":
        return self.with_guest(Guest(person, place=DECLINED))

    def close(
        self, status: ChallengeStatus, *, reason: str | None = None, accepted_by: int | None = None
    ) -> "Challenge":
        """Return the closed challenge; the words for its dice are removed."""
        everyone = tuple(replace(guest, word=None) for guest in self.everyone)
        return replace(self, status=status, reason=reason, accepted_by=accepted_by, everyone=everyone)


def in_order(guests: Iterable[Guest]) -> tuple[Guest, ...]:
    """Sort the players by order of joining, then all others by id."""
    return tuple(
        sorted(guests, key=lambda guest: (guest.join_rank is None, guest.join_rank or 0, guest.person))
    )
