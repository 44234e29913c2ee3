"""What puzzles are set by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.play.learning.puzzles import Puzzles
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class PuzzleServices:
    """What the feature is given."""

    interactions: Interactions
    games: Mapping[str, Game]
    puzzles: Puzzles
