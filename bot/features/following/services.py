"""The services of following."""

from dataclasses import dataclass

from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.following.service import Following
from bot.features.matches.service.match_queries import MatchQueries


@dataclass(frozen=True, slots=True)
class FollowingServices:
    lookup: MatchLookup
    matches: MatchQueries
    following: Following
