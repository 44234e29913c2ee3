"""Engines: their turns wherever they sit, hints, and practice games against them."""

from bot.features.engines import domain
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class EnginesFeature:
    """The services of engines."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self.services = EnginesFacade(kernel, matches)
        calls = self.services.calls
        kernel.register(Feature(name="engines", refusals=domain.REASONS, committed=(calls.on_commit,)))
