"""A custom_id's position as one number: the plies, and the take-backs before.

Without take-backs it is the number of plies alone.
"""

from typing import Final

from bot.model.match.match import Match

_STEP: Final = 1_000_000
_NEVER: Final = -1
"""A number of plies that no match has."""


def mark(match: Match) -> int:
    """Return the number of a match's present position."""
    return of(match.plies, match.taken_back)


def of(plies: int, taken_back: int) -> int:
    """Return the number of a count of plies and take-backs."""
    return taken_back * _STEP + plies


def split(token: int) -> tuple[int, int]:
    """Return the plies and the take-backs in a number."""
    taken_back, plies = divmod(token, _STEP)
    return plies, taken_back


def expected_plies(match: Match, token: int) -> int:
    """Return the plies in a number; a number no match has if plies were taken back since."""
    plies, taken_back = split(token)
    return plies if taken_back == match.taken_back else _NEVER
