"""The custom_ids of *Accept* and *Join*, which include the revision of the accepted terms.

Buttons without a revision accept the original terms of a challenge.
"""

from typing import Final

from bot.chat.core import custom_ids
from bot.model.challenges.challenge import Challenge

_ANY_PARTY: Final = "any"


def accept_id(challenge: Challenge, verb: str = "accept") -> str:
    """Return the custom_id of a button that accepts a challenge on its present terms."""
    return custom_ids.write(verb, challenge.id, *([challenge.revision] if challenge.revision else []))


def side_id(challenge: Challenge, role: str) -> str:
    """Return the custom_id of a button that accepts a challenge on its present terms with a role."""
    return custom_ids.write("side", challenge.id, challenge.revision, role)


def level_id(challenge: Challenge, level: int) -> str:
    """Return the custom_id of a button that chooses the engine's level in a challenge to the bot."""
    return custom_ids.write("engine-level", challenge.id, level)


def join_id(challenge: Challenge, party: int | None = None) -> str:
    """Return the custom_id of a button that joins a lobby on its present terms, in a party if any."""
    if challenge.revision:
        party_text = _ANY_PARTY if party is None else party
        return custom_ids.write("join", challenge.id, party_text, challenge.revision)
    return custom_ids.write("join", challenge.id, *([] if party is None else [party]))


def read_accept(press: custom_ids.Press) -> tuple[int, int]:
    """Return the challenge and the revision of its terms. Raises MalformedId."""
    (challenge,) = press.numbers(1)
    return challenge, press.numbers(2)[1] if press.after(1) else 0


def read_join(press: custom_ids.Press) -> tuple[int, int | None, int]:
    """Return the challenge, the party and the revision of the terms. Raises MalformedId."""
    (challenge,) = press.numbers(1)
    party, _, revision = press.after(1).partition(":")
    party_number = None if party in {"", _ANY_PARTY} else custom_ids.Press("join", party).numbers(1)[0]
    return challenge, party_number, custom_ids.Press("join", revision).numbers(1)[0] if revision else 0
