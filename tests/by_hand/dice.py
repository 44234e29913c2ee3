"""Check the dice in a record, by docs/dice.md and docs/record.md and nothing else.

    python dice.py RECORD [--message NUMBER] [--commitment DIGITS]

The record is what `/export` gives. The number is what the link to the opening message ends in, the digits are
those that were copied from the card: with them it is seen that the record tells of the same. Standard library
only; the exit status is 1 where anything does not fit.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FACES = 6


def key_of(dice: dict[str, Any], version: int) -> tuple[bytes, str]:
    """Return the key of the game, and the commitment that its seed has."""
    seed, whole = bytes.fromhex(dice["seed"]), hashlib.sha256(dice["seed"].encode("ascii")).hexdigest()
    if version == 1 or dice["message"] is None:
        return seed, whole
    text = ":".join([dice["message"], *dice["words"]])
    return hmac.new(seed, text.encode("ascii"), hashlib.sha256).digest(), whole[:44]


def roll(key: bytes, game: int, ply: int) -> str:
    """Return the roll that is a ply of a game."""
    attempt = 0
    while True:
        message = f"{game}:{ply}:{attempt}".encode("ascii")
        number = int(hmac.new(key, message, hashlib.sha256).hexdigest()[:16], 16)
        if number < 2**64 // FACES * FACES:
            return f"roll:{number % FACES + 1}"
        attempt += 1


def faults(record: dict[str, Any], message: str | None, commitment: str | None) -> Iterator[str]:
    """Yield what does not fit, a line each."""
    rolled = [(number, ply["text"]) for number, ply in enumerate(record["plies"], 1) if ply["seat"] is None]
    dice = record["dice"]
    if dice is None:
        if rolled:
            yield "there are rolls, and nothing to check them by"
        return
    key, fitting = key_of(dice, record["version"])
    if dice["commitment"] != fitting:
        yield f"the seed has the commitment {fitting}"
    if commitment not in {None, fitting}:
        yield "on the card stood another commitment"
    if message is not None and message != dice.get("message"):
        yield "another message opened the game"
    for number, told in rolled:
        computed = roll(key, dice["match"], number)
        if told != computed:
            yield f"ply {number} is {told}, and should be {computed}"


def main(arguments: Sequence[str]) -> int:
    """Check a record; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("record", type=Path)
    parser.add_argument("--message")
    parser.add_argument("--commitment")
    given = parser.parse_args(arguments)
    record = json.loads(given.record.read_text(encoding="utf-8"))
    found = list(faults(record, given.message, given.commitment))
    rolls = sum(ply["seat"] is None for ply in record["plies"])
    sys.stdout.write("\n".join(found) or f"right: {rolls} rolls follow from the seed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
