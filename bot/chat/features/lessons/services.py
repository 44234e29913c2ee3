"""What lessons are given by."""

from dataclasses import dataclass

from bot.chat.features.moves.services import MoveServices
from bot.play.learning.lessons import Lessons


@dataclass(frozen=True, slots=True)
class LessonServices:
    """What the feature is given; by `playing` moves are read and short games begun."""

    lessons: Lessons
    playing: MoveServices
