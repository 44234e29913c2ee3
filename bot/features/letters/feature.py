"""Letters: a message a week about the games of a server."""

from bot.chat.core.chat import Chat
from bot.chat.core.interactions.handler import bound
from bot.chat.features.letters import letter_buttons
from bot.chat.features.letters.services import LetterServices
from bot.chat.surface import Surface
from bot.features.letters import store
from bot.features.matches.feature import MatchesFeature
from bot.features.puzzles.feature import PuzzlesFeature
from bot.features.ratings.feature import RatingsFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.play.letters.letter_contents import LetterContents
from bot.play.letters.weekly_letters import WeeklyLetters
from bot.play.servers.subscriptions import Subscriptions


class LettersFeature:
    """The services of letters, and their buttons."""

    def __init__(
        self, kernel: Kernel, matches: MatchesFeature, ratings: RatingsFeature, puzzles: PuzzlesFeature
    ) -> None:
        self._puzzles = puzzles
        self.contents = LetterContents(kernel.work, matches.queries, ratings.queries)
        self.letters = WeeklyLetters(kernel.work, puzzles.puzzles, self.contents)
        self.weekly_letters = Subscriptions(kernel.work, self.letters)
        complaint = "the weekly letter of server {} cannot be posted"
        timer = TimerHandler(WeeklyLetters.kind, self.weekly_letters.post, complaint)
        kernel.register(Feature(name="letters", name_places=store.PLACES, timers=(timer,)))

    def surface(self, _: Chat) -> Surface:
        """Return the buttons."""
        own = LetterServices(letters=self.letters, contents=self.contents, puzzles=self._puzzles.puzzles)
        return Surface(name="letters", buttons=bound(letter_buttons.HANDLERS, own))
