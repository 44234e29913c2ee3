"""The services of later features that boards need."""

from collections.abc import Sequence
from typing import Protocol

from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.ratings.rating_views import RatingChange


class Challenges(Protocol):
    """The challenges that led to matches."""

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal "unknown-challenge"."""


class ThreadTitles(Protocol):
    """The titles of threads that several matches share."""

    async def thread_titles(self, challenge: int, t: Language) -> Sequence[str]:
        """Return the titles of a round's shared thread, the best first; empty for other games."""


class RatingChanges(Protocol):
    async def changes_by(self, match: Match) -> Sequence[RatingChange]:
        """Return the rating changes caused by a match, or by the series that it ended."""
