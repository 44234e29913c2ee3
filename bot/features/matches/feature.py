"""Matches: turns, take-backs, offers, clocks and endings."""

from bot.features.matches import checks
from bot.features.matches.domain import refusals
from bot.features.matches.ports import MatchPorts
from bot.features.matches.routes import MATCH_ROUTES
from bot.features.matches.service.facade import MatchesFacade
from bot.features.matches.service.leaving.match_settlement import match_settlement
from bot.features.matches.service.notices.merged_plies import merged_plies
from bot.features.matches.store import owned_tables as store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.repositories.tables.match_tables import GAME_TIMER


class MatchesFeature:
    """The services of matches; the boards and the move panel are separate features."""

    def __init__(self, kernel: Kernel, ports: MatchPorts) -> None:
        self.services = own = MatchesFacade(kernel, ports)
        timer = TimerHandler(GAME_TIMER, own.deadlines.settle_due, "the time of game {} cannot be looked at")
        kernel.register(
            Feature(
                name="matches",
                refusals=refusals.REASONS,
                checks=checks.CHECKS,
                settlements=(match_settlement(kernel.work, own.deadlines, own.departures),),
                tables=store.TABLES,
                name_places=store.PLACES,
                exports=(store.export_games,),
                routes=MATCH_ROUTES,
                merges=(merged_plies,),
                settled=own.openings.settled,
                resume=(own.openings.roll_waiting,),
                timers=(timer,),
            )
        )
