"""A position in a custom_id as one number: the plies, and the take-backs before.

Without take-backs it is just the number of plies.
"""

from typing import Final

from bot.model.match.match import Match

_STEP: Final = 1_000_000
_NEVER: Final = -1
"""A ply number that no match has."""


def mark(match: Match) -> int:
    """Return the token of a match's current position."""
    return of(match.plies, match.taken_back)


def of(plies: int, taken_back: int) -> int:
    """Return the token for a number of plies and take-backs."""
    return taken_back * _STEP + plies


def split(token: int) -> tuple[int, int]:
    """Return the plies and the take-backs of a token."""
    taken_back, plies = divmod(token, _STEP)
    return plies, taken_back


def expected_plies(match: Match, token: int) -> int:
    """Return a token's plies; -1 if plies were taken back since."""
    plies, taken_back = split(token)
    return plies if taken_back == match.taken_back else _NEVER
