"""The services of letters."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.letters.service.letter_composer import LetterComposer
from bot.features.letters.service.weekly_letters import WeeklyLetters
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class LetterServices:
    """The services of the feature."""

    interactions: Interactions
    letters: WeeklyLetters
    subscriptions: Subscriptions
    limitations: Limitations
    composer: LetterComposer
