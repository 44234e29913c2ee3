"""The services of reviews."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.reviews.service import Reviews


@dataclass(frozen=True, slots=True)
class ReviewServices:
    interactions: Interactions
    lookup: MatchLookup
    matches: MatchQueries
    reviews: Reviews
    practice: Practice
