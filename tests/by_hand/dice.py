"""Check the dice in a record, using only docs/dice.md and docs/record.md.

python dice.py RECORD [--message NUMBER] [--commitment DIGITS] [--root DIGITS] [--seed-number S]
[--seal-message NUMBER]

The record is the file from `/export`. The number at the end of the link to the opening message, and the
digits from the card, prove that the record belongs to that commitment. For a tournament's game the root comes
from its seal, the seed number is the place in the draw, and the link to the seal ends with the number of the
seal's message. Standard library only; the exit status is 1 if anything does not match.
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
    """Return the key of the game, and the commitment of its seed."""
    seed, whole = bytes.fromhex(dice["seed"]), hashlib.sha256(dice["seed"].encode("ascii")).hexdigest()
    if version == 1 or dice["message"] is None:
        return seed, whole
    text = ":".join([dice["message"], *dice["words"]])
    return hmac.new(seed, text.encode("ascii"), hashlib.sha256).digest(), whole[:44]


def root_of(commitment: str, number: int, path: Sequence[str]) -> str | None:
    """Return the root to which a path leads; None if the place does not exist."""
    digest, place = commitment, number - 1
    for sibling in path:
        pair = sibling + digest if place % 2 else digest + sibling
        digest, place = hashlib.sha256(pair.encode("ascii")).hexdigest()[:44], place // 2
    return None if place else digest


def roll(key: bytes, game: int, ply: int) -> str:
    """Return the roll at a ply of a game."""
    attempt = 0
    while True:
        message = f"{game}:{ply}:{attempt}".encode("ascii")
        number = int(hmac.new(key, message, hashlib.sha256).hexdigest()[:16], 16)
        if number < 2**64 // FACES * FACES:
            return f"roll:{number % FACES + 1}"
        attempt += 1


def faults_of_tournament(
    dice: dict[str, Any], root: str | None, number: int | None, seal: int | None
) -> Iterator[str]:
    """Yield the faults of a seed's place in a tournament; `root` and `number` are the observed values."""
    place = dice.get("tournament")
    if place is None:
        if root is not None or number is not None or seal is not None:
            yield "no tournament has sealed its seed"
        return
    if root_of(dice["commitment"], place["number"], place["path"]) != place["root"]:
        yield "the path leads elsewhere"
    if root not in {None, place["root"]}:
        yield "the seal showed another root"
    if number not in {None, place["number"]}:
        yield "it is the seed of another game"
    if dice["words"]:
        yield "nobody gives a word in a tournament"
    if seal is not None and int(dice["message"] or 0) and seal >= int(dice["message"]):
        yield "the seal was posted after the game was opened"


def faults(record: dict[str, Any], arguments: argparse.Namespace) -> Iterator[str]:
    message, commitment = arguments.message, arguments.commitment
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
    yield from faults_of_tournament(dice, arguments.root, arguments.seed_number, arguments.seal_message)
    for number, entry in rolled:
        computed = roll(key, dice["match"], number)
        if entry != computed:
            yield f"ply {number} is {entry}, and should be {computed}"


def main(arguments: Sequence[str]) -> int:
    """Check a record; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("record", type=Path)
    parser.add_argument("--message")
    parser.add_argument("--commitment")
    parser.add_argument("--root")
    parser.add_argument("--seed-number", type=int)
    parser.add_argument("--seal-message", type=int)
    options = parser.parse_args(arguments)
    record = json.loads(options.record.read_text(encoding="utf-8"))
    problems = list(faults(record, options))
    rolls = sum(ply["seat"] is None for ply in record["plies"])
    sys.stdout.write("\n".join(problems) or f"right: {rolls} rolls follow from the seed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
