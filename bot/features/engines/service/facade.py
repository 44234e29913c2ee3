"""The services of engines for later features."""

from bot.features.engines.service.engine_turns import EngineCalls, EngineTurns
from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice import Practice
from bot.features.engines.service.practice_page import PracticePages
from bot.features.matches.service.facade import MatchesFacade
from bot.kernel.kernel import Kernel


class EnginesFacade:
    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self.calls = EngineCalls()
        self.turns = EngineTurns(
            kernel.work, matches.lifecycle, matches.deadlines, matches.effects, kernel.engines, self.calls
        )
        self.practice = Practice(kernel.work, matches.lifecycle, self.turns)
        self.pages = PracticePages(self.practice, matches.queries)
        self.hints = Hints(kernel.work, kernel.engines)
