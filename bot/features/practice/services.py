"""The services of practice."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice import Practice
from bot.features.engines.service.practice_page import PracticePages
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class PracticeServices:
    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    practice: Practice
    pages: PracticePages
    hints: Hints
