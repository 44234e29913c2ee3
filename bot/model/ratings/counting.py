"""Whether a result counts: not if it comes too early, or if the same people had many lately.

This is decided at the result and stored with it: recomputed ratings, corrections and deletions do not change
it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.model.match.match import Counting
from bot.model.ratings.results import RatedResult

MAX_COUNTED: Final = 3
"""The most counted results of the same people in a game..."""
WITHIN: Final = timedelta(days=30)
"""... within this time."""


def decide(result: RatedResult, earlier: Sequence[datetime]) -> Counting:
    """Return whether a result counts; `earlier` are the end times of the same people's counted results."""
    if not result.long_enough:
        return Counting.TOO_SHORT
    lately = [moment for moment in earlier if result.ended - WITHIN < moment <= result.ended]
    return Counting.TOO_OFTEN if len(lately) >= MAX_COUNTED else Counting.COUNTS
