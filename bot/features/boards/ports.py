"""The services of later features that boards need."""

from collections.abc import Sequence
from typing import Protocol

from bot.model.challenge import Challenge
from bot.model.match.match import Match
from bot.model.ratings.rating_views import RatingChange


class Challenges(Protocol):
    """The challenges that led to matches."""

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal "unknown-challenge"."""


class RatingChanges(Protocol):
    """The changes of ratings by results."""

    async def changes_by(self, match: Match) -> Sequence[RatingChange]:
        """Return what the result of a match, or of the series that it ended, did to ratings."""
