"""What puzzles are set by."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.puzzles.service.puzzles import Puzzles
from bot.play.servers.limitations import Limitations
from bot.play.servers.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class PuzzleServices:
    """What the feature is given."""

    interactions: Interactions
    puzzles: Puzzles
    daily_puzzles: Subscriptions
    limitations: Limitations
