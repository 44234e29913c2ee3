"""Overviews: a message per channel that lists its games and challenges."""

from bot.features.overviews import store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.play.projections.overviews import project_overviews
from bot.play.servers.overview_routes import OVERVIEW_ROUTES


class OverviewsFeature:
    """Overviews are redrawn where an event changes them."""

    def __init__(self, kernel: Kernel) -> None:
        kernel.register(
            Feature(
                name="overviews",
                tables=store.TABLES,
                projections=(project_overviews,),
                routes=OVERVIEW_ROUTES,
            )
        )
