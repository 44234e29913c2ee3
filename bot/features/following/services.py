"""What following games needs."""

from dataclasses import dataclass

from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.following.service import Following
from bot.features.matches.service.match_queries import MatchQueries


@dataclass(frozen=True, slots=True)
class FollowingServices:
    """What the feature is given."""

    lookup: MatchLookup
    matches: MatchQueries
    following: Following
