"""How a custom_id says which position it was made for: one number for the plies and the take-backs before.

Without take-backs it is the number of plies alone.
"""

from typing import Final

from bot.model.match.match import Match

_STEP: Final = 1_000_000
_NEVER: Final = -1
"""A number of plies that no match has."""


def mark(match: Match) -> int:
    """Return the number that says which position a match has come to."""
    return of(match.plies, match.taken_back)


def of(plies: int, taken_back: int) -> int:
    """Return the number that says how many plies and take-backs there have been."""
    return taken_back * _STEP + plies


def split(token: int) -> tuple[int, int]:
    """Return the plies and the take-backs that a number says."""
    taken_back, plies = divmod(token, _STEP)
    return plies, taken_back


def expected(match: Match, token: int) -> int:
    """Return the plies that a number says; where plies were taken back since, a number no match has."""
    plies, taken_back = split(token)
    return plies if taken_back == match.taken_back else _NEVER
