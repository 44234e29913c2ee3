"""What must be true of the dice of a match that has just ended, seen from outside."""

import json
import re

from tests.end_to_end.three_games.fate import commitment_of, roll_of
from tests.end_to_end.three_games.rounds import Round

HEX = r"`([0-9a-f]{64})`"


def announced(match: Round, start: str) -> str:
    """Return the commitment in the text of a match's first board."""
    told = re.escape(match.t("dice.committed", commitment="@"))
    (commitment,) = re.findall(told.replace("`@`", HEX), start)
    return str(commitment)


async def check_honest(match: Round, start: str) -> None:
    """Check that the secret fits what was announced, gives every roll, and was in nobody's sight before."""
    told = match.t("dice.revealed", seed="@", number=match.number)
    (secret,) = re.findall(re.escape(told).replace("`@`", HEX), match.board.text)
    assert announced(match, start) == commitment_of(secret)
    assert match.rolls == {ply: roll_of(int(secret, 16), match.number, ply) for ply in match.rolls}
    check_kept(match, secret)
    asked = await match.players[-1].slash(match.home, "dice verify")
    assert asked.message.is_private
    assert match.t("dice.right") in asked.text
    assert secret in asked.text
    rolls = " ".join(map(str, match.rolls.values()))
    assert match.t("dice.rolls", n=len(match.rolls), rolls=rolls) in asked.text


def check_kept(match: Round, secret: str) -> None:
    """Check that nothing the bot ever sent told the secret before the match's last board."""
    begun = f"fp:board:{match.number}:"
    entries = match.table.playground.journal.since(0)
    # Matches before this one may have drawn the same secret.
    first = next(entry.n for entry in entries if begun in json.dumps(entry.json, default=str))
    entries = [entry for entry in entries if entry.n >= first]
    shown = [entry.n for entry in entries if secret in json.dumps(entry.shown(), default=str)]
    last = f"fp:board:{match.number}:{match.ply}"
    posts = [e.n for e in entries if e.method == "POST" and last in json.dumps(e.json, default=str)]
    assert min(shown) == max(posts)
