"""Verifiable dice: every roll follows from a secret, committed to long before the first roll.

The secret is drawn with the challenge. After all terms are agreed it is mixed with the players' words and
with a beacon, as a rule the id that Discord gives to the match's opening message: nobody can choose it or
know it before.

docs/dice.md describes the same for verification by hand; keep both in agreement.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import count
from math import lcm
from typing import Final, Self

from bot.model.match.beacon import Beacon
from bot.model.match.dice_leaf import HASH_DIGITS, DiceLeaf
from bot.model.match.match import Match
from bot.model.match.match_log import step
from bot.model.ports import Chance
from rules.contract import Move, State
from rules.contract.capabilities import RETIREMENT

_SEED_BYTES: Final = 32
_DRAWN_BYTES: Final = 8
_DRAWN: Final = 1 << 8 * _DRAWN_BYTES


@dataclass(frozen=True, slots=True)
class Seed:
    """A match's secret, 32 bytes; hidden in its `repr`."""

    secret: bytes = field(repr=False)

    @classmethod
    def draw(cls, chance: Chance) -> Self:
        return cls(chance.choose(1 << 8 * _SEED_BYTES).to_bytes(_SEED_BYTES, "big"))

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Parse a seed's hexadecimal text."""
        return cls(bytes.fromhex(text))

    @property
    def hex(self) -> str:
        """The seed as hexadecimal text, public after the match."""
        return self.secret.hex()

    @property
    def commitment(self) -> str:
        """The SHA-256 of the hexadecimal text, itself hexadecimal; published immediately."""
        return hashlib.sha256(self.hex.encode()).hexdigest()

    @property
    def short_commitment(self) -> str:
        """The published part of a commitment whose secret is mixed with a beacon."""
        return self.commitment[:HASH_DIGITS]

    def fits(self, commitment: str) -> bool:
        """Return whether a commitment, whole or shortened, is this secret's."""
        return commitment in {self.commitment, self.short_commitment}

    def mix(self, beacon: Beacon) -> "Seed":
        """Return the secret behind the rolls after mixing in a beacon."""
        return Seed(hmac.digest(self.secret, beacon.text.encode(), "sha256"))

    def roll(self, match: int, ply: int, chances: Sequence[tuple[Move, Fraction]]) -> Move:
        """Return the chance move with ply number `ply` (from 1) of a match."""
        faces = lcm(*(probability.denominator for _, probability in chances))
        number = self._number(match, ply, faces)
        for move, probability in chances:
            number -= int(probability * faces)
            if number < 0:
                return move
        raise ValueError("the probabilities do not add up to 1")

    def _number(self, match: int, ply: int, faces: int) -> int:
        """Return a number from 0 to `faces` - 1; draws that would favour low numbers are repeated."""
        fair = _DRAWN - _DRAWN % faces
        numbers = (self._draw(f"{match}:{ply}:{attempt}") for attempt in count())
        return next(number for number in numbers if number < fair) % faces

    def _draw(self, message: str) -> int:
        digest = hmac.digest(self.secret, message.encode(), "sha256")
        return int.from_bytes(digest[:_DRAWN_BYTES], "big")


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance ply: its number, its logged text, and the one computed from the seed."""

    ply: int
    logged: str
    computed: str


class FirstShown(StrEnum):
    """The first message that committed to a match's seed."""

    NOWHERE = "nowhere"
    CARD = "card"
    TREE = "tree"
    """The message with a tree's root, which a tournament posted before drawing the match."""
    OPENING = "opening"
    """No message before the match's opening message."""


@dataclass(frozen=True, slots=True)
class SealCheck:
    """Whether a seed matches its commitment, and where the commitment was first shown.

    In a tournament that is a `message` in its channel, whose root is above the match's `leaf`.
    """

    shown: FirstShown
    fits: bool = True
    leaf: DiceLeaf | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """A finished match's dice, recomputed from the seed (hexadecimal) and the values mixed into it."""

    match: Match
    seed: str
    commitment: str
    rolls: tuple[Roll, ...]
    seal: SealCheck

    @property
    def wrong(self) -> tuple[Roll, ...]:
        """The rolls that do not follow from the seed."""
        return tuple(roll for roll in self.rolls if roll.logged != roll.computed)

    @property
    def correct(self) -> bool:
        """Whether every roll follows from the seed, and the seed matches its commitment."""
        return self.seal.fits and not self.wrong


def recompute(seed: Seed, match: int, first: State, log: Iterable[tuple[int, str]]) -> tuple[Roll, ...]:
    """Return every roll in the log of a match from state `first`, each with the seed's roll.

    `log` holds numbers and texts. Raises rules.RulesError for an unreadable log.
    """
    state, rolls = first, []
    for number, text in log:
        if state.is_chance and not text.startswith(RETIREMENT):
            rolls.append(Roll(number, text, seed.roll(match, number, state.chances()).text))
        state = step(state, text)
    return tuple(rolls)
