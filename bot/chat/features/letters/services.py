"""What letters are made of."""

from dataclasses import dataclass

from bot.play.learning.puzzles import Puzzles
from bot.play.letters.letter_contents import LetterContents
from bot.play.letters.weekly_letters import WeeklyLetters


@dataclass(frozen=True, slots=True)
class LetterServices:
    """What the feature is given."""

    letters: WeeklyLetters
    contents: LetterContents
    puzzles: Puzzles
