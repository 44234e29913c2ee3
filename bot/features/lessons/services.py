"""The services of lessons."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.parsing.move import MoveReader
from bot.features.engines.service.practice import Practice
from bot.features.engines.service.practice_page import PracticePages
from bot.features.lessons.service import Lessons
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class LessonServices:
    """The services of the feature. `moves` parses typed moves."""

    interactions: Interactions
    games: Mapping[str, Game]
    lessons: Lessons
    moves: MoveReader
    practice: Practice
    practice_pages: PracticePages
