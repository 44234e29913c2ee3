"""The services of help."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.commands.manual import Manual
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.owner_links import Links
from bot.features.engines.service.practice import Practice
from bot.features.lessons.service import Lessons
from bot.features.matches.service.match_queries import MatchQueries
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class HelpServices:
    """The dependencies of the feature. `links` lead to the owner's pages on privacy."""

    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    matches: MatchQueries
    links: Links
    practice: Practice
    lessons: Lessons
    manual: Manual
