"""Public inputs of dice after their commitment: a message, and words of players."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bot.model.people.person import MessageRef

LONGEST_WORD: Final = 100
_WORD_DIGITS: Final = 32


class Origin(StrEnum):
    """Which message a beacon is: the one that opens a match, else the card of its challenge, else none."""

    OPENING = "opening"
    CARD = "card"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Beacon:
    """The secret's mixture before the first roll: a message, and digests of words of players."""

    origin: Origin
    message: MessageRef | None = None
    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The number of the message, 0 without one, and the digests, as they are mixed in."""
        return ":".join((str(0 if self.message is None else self.message.message), *self.words))


def digest_of(word: str) -> str:
    """Return the digest of a word that a player wants the dice to depend on."""
    return hashlib.sha256(word.encode()).hexdigest()[:_WORD_DIGITS]


def stored_beacon(origin: Origin, message: MessageRef | None = None) -> dict[str, object]:
    """Return a beacon as the store keeps it, beside the words."""
    ref = {} if message is None else {"channel": message.channel, "message": message.message}
    return {"origin": origin, **ref}


def read_beacon(stored: Mapping[str, Any], words: tuple[str, ...]) -> Beacon:
    """Return a beacon that was stored."""
    message = MessageRef(stored["channel"], stored["message"]) if "message" in stored else None
    return Beacon(Origin(stored["origin"]), message, words)
