"""The services of puzzles."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class PuzzleServices:
    interactions: Interactions
    puzzles: Puzzles
    daily_puzzles: Subscriptions
    limitations: Limitations
