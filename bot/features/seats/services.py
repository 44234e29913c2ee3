"""The services of offered seats."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.features.challenges.service.engine_games import EngineGames
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.matches.service.match_queries import MatchQueries


@dataclass(frozen=True, slots=True)
class SeatServices:
    interactions: Interactions
    lookup: MatchLookup
    pressed: PressedMessages
    engine_games: EngineGames
    matches: MatchQueries
    substitutions: Substitutions
    readers: Readers
