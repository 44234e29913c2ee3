"""What lessons are given by."""

from dataclasses import dataclass

from bot.features.lessons.service import Lessons
from bot.features.moves.services import MoveServices


@dataclass(frozen=True, slots=True)
class LessonServices:
    """What the feature is given; by `playing` moves are read and short games begun."""

    lessons: Lessons
    playing: MoveServices
