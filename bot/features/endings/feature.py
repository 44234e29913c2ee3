"""Endings: results posted where the challenge was made, and threads to be closed."""

from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.messages import Route
from bot.play.domain.outbox.instructions import CloseThread, TellResult
from bot.play.projections.endings import project_endings


class EndingsFeature:
    """Results are posted and threads close where a match has ended."""

    def __init__(self, kernel: Kernel) -> None:
        kernel.register(
            Feature(
                name="endings", routes=(Route(TellResult), Route(CloseThread)), projections=(project_endings,)
            )
        )
