"""What finished games are reviewed by."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.play.learning.reviews import Reviews
from bot.play.matches.match_queries import MatchQueries
from bot.play.practice.practice import Practice


@dataclass(frozen=True, slots=True)
class ReviewServices:
    """What the feature is given."""

    interactions: Interactions
    lookup: MatchLookup
    matches: MatchQueries
    reviews: Reviews
    practice: Practice
