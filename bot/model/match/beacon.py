"""Public inputs of dice after their commitment: a message, and players' words."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from bot.model.people.person import MessageRef

MAX_WORD_LENGTH: Final = 100
_WORD_DIGITS: Final = 32


class Origin(StrEnum):
    """The message used as a beacon: the one that opens a match, its challenge's card, or none."""

    OPENING = "opening"
    CARD = "card"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Beacon:
    """The values mixed into the secret before the first roll: a message, and digests of players' words."""

    origin: Origin
    message: MessageRef | None = None
    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The message's number, 0 if there is none, and the digests, in the form to be mixed in."""
        return ":".join((str(0 if self.message is None else self.message.message), *self.words))


@dataclass(frozen=True, slots=True)
class BeaconSource:
    """A beacon without its words, which are stored separately; its `message` is in `channel`, if any."""

    origin: Origin
    channel: int | None = None
    message: int | None = None

    @classmethod
    def of(cls, origin: Origin, message: MessageRef) -> Self:
        """Return the source for a message."""
        return cls(origin, message.channel, message.message)

    def with_words(self, words: tuple[str, ...]) -> Beacon:
        """Return the beacon with these words."""
        if self.channel is None or self.message is None:
            return Beacon(self.origin, words=words)
        return Beacon(self.origin, MessageRef(self.channel, self.message), words)


def digest_of(word: str) -> str:
    """Return the digest of a player's word for the dice."""
    return hashlib.sha256(word.encode()).hexdigest()[:_WORD_DIGITS]
