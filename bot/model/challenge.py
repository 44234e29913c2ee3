"""Challenges: their terms, guests and status."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import Place
from bot.model.terms import Terms

OTHER_OPTIONS = "other-options"
"""The reason that asks for the same game with other terms."""

NO_THANKS = "no-thanks"
"""The reason that says nothing more."""

DECLINE_REASONS = ("no-time", "other-game", OTHER_OPTIONS, "too-many-games", NO_THANKS)
"""The ids of the reasons for which a challenge can be declined."""


class ChallengeStatus(StrEnum):
    """The status of a challenge."""

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
class Member:
    """A player in a lobby; `party` is the wanted one, from 0, if they care.

    `word` is the digest of a word that they want the dice to depend on.
    """

    person: int
    party: int | None = None
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A player in a lobby, or an invited one: `joined` is the place in the order of joining.

    `party` and `word` are those of a Member.
    """

    person: int
    invited: bool = False
    joined: int | None = None
    party: int | None = None
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match. `opponent` is None when anyone may accept it.

    `terms` is what it is about, and `revision` counts how often that has been changed. `reason` is why it was
    declined, `match` the one it led to (of a series the first), `message` the card it is shown on, once that
    is posted in `place.channel`.

    A `lobby` is for a game of more than two: people join and leave, and the challenger starts it. Its
    `guests` are those who have joined, in order, the challenger first, then those invited. `left_ready` are
    people who have left when nobody more could come, and have not come back; `declined` those who were
    invited and will not come. A `closed` one can be joined by those invited only.

    `expires` is when it closes by itself if it is still open; rematches do not, nor tables at which somebody
    waits with the host.

    With dice, `commitment` is the public commitment to the secret behind the rolls of its match. In a
    tournament the commitment is the `leaf` of a tree.

    Where its terms are `against_engine` the `opponent` is the bot's account.

    `rematch_of` is the finished match it asks to play again, `counter_to` the challenge it answers.
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
    guests: tuple[Guest, ...] = ()
    left_ready: frozenset[int] = frozenset()
    declined: frozenset[int] = frozenset()
    closed: bool = False
    rematch_of: int | None = None
    counter_to: int | None = None
    expires: datetime | None = None
    revision: int = 0
    commitment: str | None = None
    leaf: DiceLeaf | None = None

    @property
    def open(self) -> bool:
        """Whether it can still be answered, as far as nothing but time is against it."""
        return self.status is ChallengeStatus.OPEN

    @property
    def readers(self) -> frozenset[int]:
        """Return the challenger, and all invited, joined and accepted people."""
        joined = (member.person for member in self.members)
        people = (self.challenger, self.opponent, self.accepted_by, *self.invited, *joined)
        return frozenset(person for person in people if person is not None)

    @property
    def lobby(self) -> bool:
        """Whether people gather for it."""
        return bool(self.guests)

    @property
    def members(self) -> tuple[Member, ...]:
        """Return the players, the challenger first."""
        return tuple(
            Member(guest.person, guest.party, guest.word) for guest in self.guests if guest.joined is not None
        )

    @property
    def invited(self) -> tuple[int, ...]:
        """Those whom the challenger has named for a lobby."""
        return tuple(sorted(guest.person for guest in self.guests if guest.invited))

    def guest(self, person: int) -> Guest:
        """Return a person as a guest, invited or not."""
        return next((guest for guest in self.guests if guest.person == person), Guest(person))

    def with_guest(self, guest: Guest) -> "Challenge":
        """Return it with a guest, or with one as they are now."""
        others = self.without(guest.person)
        return replace(others, guests=in_order((*others.guests, guest)))

    def with_joined(self, person: int, party: int | None, word: str | None) -> "Challenge":
        """Return the challenge with a new player, or with a player's other party or word."""
        guest = self.guest(person)
        joined = 1 + max(guest.joined or 0 for guest in self.guests) if guest.joined is None else guest.joined
        return self.with_guest(replace(guest, joined=joined, party=party, word=word or guest.word))

    def without(self, person: int) -> "Challenge":
        """Return it with someone as a guest no more."""
        return replace(
            self,
            guests=tuple(guest for guest in self.guests if guest.person != person),
            left_ready=self.left_ready - {person},
            declined=self.declined - {person},
        )

    def left_by(self, person: int, *, ready: bool) -> "Challenge":
        """Return the challenge without a player; an invited one stays invited.

        `ready` says that nobody more could come.
        """
        guest, left = self.guest(person), self.without(person)
        if guest.invited:
            left = left.with_guest(Guest(person, invited=True))
        return replace(left, left_ready=left.left_ready | {person}) if ready else left

    def declined_by(self, person: int) -> "Challenge":
        """Return the challenge after an invited person's decline."""
        left = self.without(person)
        return replace(left, declined=left.declined | {person})

    def settled(
        self, status: ChallengeStatus, *, reason: str | None = None, accepted_by: int | None = None
    ) -> "Challenge":
        """Return it when it is open no more; the words for its dice are of no use from then on."""
        guests = tuple(replace(guest, word=None) for guest in self.guests)
        return replace(self, status=status, reason=reason, accepted_by=accepted_by, guests=guests)


def in_order(guests: Iterable[Guest]) -> tuple[Guest, ...]:
    """Return the players in their order of joining, then the invited people."""
    return tuple(sorted(guests, key=lambda guest: (guest.joined is None, guest.joined or 0, guest.person)))
