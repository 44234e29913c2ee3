"""Endings: results posted where the challenge was made, and threads to be closed."""

from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.play.projections.endings import project_endings


class EndingsFeature:
    """Results are posted and threads close where a match has ended."""

    def __init__(self, kernel: Kernel) -> None:
        kernel.register(Feature(name="endings", projections=(project_endings,)))
