"""Invariants of a finished match's dice, as seen from outside."""

import json
import re
from collections.abc import Sequence

from tests.end_to_end.shown_message import strip_commands
from tests.end_to_end.three_games.known_dice import commitment_of, key_of, roll_of
from tests.end_to_end.three_games.rounds import Round

HEX = r"`([0-9a-f]{64})`"
SEAL = r"`([0-9a-f]{44})`"


def commitment_in_opening(match: Round) -> str:
    """Return the commitment in the opening message of a match."""
    pattern = re.escape(strip_commands(match.t("dice.opening", commitment="@")))
    (commitment,) = re.findall(pattern.replace("`@`", SEAL), strip_commands(match.opening.text))
    return str(commitment)


async def check_honest(match: Round, words: Sequence[str] = ()) -> None:
    """Check that the secret matches its commitment, yields every roll, and was not visible before.

    `words` are the digests of the players' words.
    """
    pattern = match.t("dice.revealed", seed="@", number=match.number)
    (secret,) = re.findall(re.escape(pattern).replace("`@`", HEX), match.board.text)
    assert commitment_in_opening(match) == commitment_of(secret)
    key = key_of(secret, match.opening.id, words)
    assert match.rolls == {ply: roll_of(key, match.number, ply) for ply in match.rolls}
    check_secret_kept(match, secret)
    question = await match.players[-1].slash(match.home, "dice verify")
    assert question.message.is_private
    assert match.t("dice.right") in question.text
    assert secret in question.text
    assert match.opening.id in question.text
    rolls = " ".join(map(str, match.rolls.values()))
    assert match.t("dice.rolls", n=len(match.rolls), rolls=rolls) in question.text


def check_secret_kept(match: Round, secret: str) -> None:
    """Check that nothing the bot sent revealed the secret before the match's last board."""
    mark = f"fp:board:{match.number}:"
    entries = match.table.playground.journal.since(0)
    # Earlier matches may have drawn the same secret.
    first = next(entry.n for entry in entries if mark in json.dumps(entry.json, default=str))
    entries = [entry for entry in entries if entry.n >= first]
    numbers = [entry.n for entry in entries if secret in json.dumps(entry.json_view(), default=str)]
    last = f"fp:board:{match.number}:{match.ply}"
    posts = {e.n: json.dumps(e.json, default=str, ensure_ascii=False) for e in entries if e.method == "POST"}
    # A busy machine may post the last board twice.
    assert min(numbers) == min(number for number, text in posts.items() if last in text and "🏁" in text)
