"""Overviews: a message per channel that lists its games and challenges."""

from bot.features.overviews import store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.play.message_routes import ROUTES
from bot.play.projections.merged_plies import merged_plies
from bot.play.projections.messages import project_messages
from bot.play.projections.overviews import project_overviews


class OverviewsFeature:
    """Overviews are redrawn where an event changes them."""

    def __init__(self, kernel: Kernel) -> None:
        kernel.register(
            Feature(
                name="overviews",
                tables=store.TABLES,
                projections=(project_messages(ROUTES, merged_plies), project_overviews),
            )
        )
