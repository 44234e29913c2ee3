"""Engines: their turns wherever they sit, hints, and practice games against them."""

from bot.features.engines import domain
from bot.features.engines.service.engine_turns import EngineCalls, EngineTurns
from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice import Practice
from bot.features.matches.feature import MatchesFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class EnginesFeature:
    """The services of engines."""

    def __init__(self, kernel: Kernel, matches: MatchesFeature) -> None:
        calls = EngineCalls()
        self.turns = EngineTurns(
            kernel.work, matches.lifecycle, matches.deadlines, matches.effects, kernel.engines, calls
        )
        self.practice = Practice(kernel.work, matches.lifecycle, self.turns)
        self.hints = Hints(kernel.work, kernel.engines)
        kernel.register(Feature(name="engines", refusals=domain.REASONS, committed=(calls.committed,)))
