"""Predictable dice: a secret that yields the wanted rolls, found by trial.

Mixing in a message's number would make that impossible, so small secrets are not mixed in these tests. Only
these tests draw small secrets.
"""

import hashlib
import hmac
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Final

import pytest

import rules
from bot.model.match.beacon import Beacon
from bot.model.match.dice import Seed
from tests.end_to_end.bots import InProcessBot

_SMALL: Final = 2**64


@contextmanager
def use_small_secrets() -> Iterator[None]:
    """Use small secrets without mixing in a message's number."""
    mixed = Seed.mix

    def unless_small(seed: Seed, beacon: Beacon) -> Seed:
        return seed if int.from_bytes(seed.secret, "big") < _SMALL else mixed(seed, beacon)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Seed, "mix", unless_small)
        yield


def key_of(secret: str, message: str, words: Sequence[str] = ()) -> int:
    """Return the key of a match, computed from docs/dice.md alone."""
    if int(secret, 16) < _SMALL:
        return int(secret, 16)
    text = ":".join((message, *words))
    return int(hmac.new(bytes.fromhex(secret), text.encode("ascii"), "sha256").hexdigest(), 16)


def roll_of(secret: int, match: int, ply: int) -> int:
    """Return the roll of a ply for a key, computed from docs/dice.md alone."""
    for attempt in count():
        digest = hmac.digest(secret.to_bytes(32, "big"), f"{match}:{ply}:{attempt}".encode(), "sha256")
        number = int(digest.hex()[:16], 16)
        if number < 2**64 - 2**64 % 6:
            return number % 6 + 1
    raise AssertionError("unreachable")


def commitment_of(secret: str) -> str:
    """Return the published commitment to a secret (hexadecimal)."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()[:44]


def next_match(bot: InProcessBot) -> int:
    with sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True) as database:
        (last,) = database.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
    return int(last) + 1


def preset_rolls(bot: InProcessBot, rolls: Mapping[int, int]) -> None:
    """Set the rolls of the next match, by ply number."""
    match = next_match(bot)
    secrets = (
        secret
        for secret in count()
        if all(roll_of(secret, match, ply) == roll for ply, roll in rolls.items())
    )
    bot.chance.result = next(secrets)


def roll_move(state: rules.State, roll: int) -> rules.Move:
    return next(move for move, _ in state.chances() if str(move) == f"roll:{roll}")
