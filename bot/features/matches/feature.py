"""Matches: turns, take-backs, offers, clocks and the ways in which a match ends."""

from bot.features.matches import checks
from bot.features.matches.domain import refusals
from bot.features.matches.messages.match_places import MatchPlaces
from bot.features.matches.messages.merged_plies import merged_plies
from bot.features.matches.ports import MatchPorts
from bot.features.matches.routes import MATCH_ROUTES
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.departures import Departures
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.match_settlement import match_settlement
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.offers.offer_message_lookup import OfferMessages
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.matches.service.openings import Openings
from bot.features.matches.service.person_games import PersonGames
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.matches.service.plans.kept_lines import KeptLines
from bot.features.matches.service.resignation import Resignations
from bot.features.matches.service.restoration import Restoration
from bot.features.matches.service.turns import Turns
from bot.features.matches.service.undo import Undo
from bot.features.matches.store import owned_tables as store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.repositories.tables.match_tables import GAME_TIMER


class MatchesFeature:
    """The services of matches; the boards and the move panel are features of their own."""

    def __init__(self, kernel: Kernel, ports: MatchPorts) -> None:
        work = kernel.work
        self.lifecycle = lifecycle = MatchLifecycle(work)
        self.effects = OfferEffects(work, lifecycle)
        self.departures = Departures(work, lifecycle, self.effects)
        self.deadlines = deadlines = Deadlines(work, lifecycle, self.departures)
        self.turns = Turns(work, lifecycle, deadlines, self.effects, kernel.read_move)
        self.openings = Openings(work, lifecycle)
        self.undo = Undo(work, lifecycle, deadlines)
        self.resignations = Resignations(work, self.departures, deadlines)
        self.offers = OfferService(work, self.effects, deadlines)
        self.conditional_moves = ConditionalMovesService(work, deadlines)
        self.queries = MatchQueries(work, ports.is_in_place)
        self.places = MatchPlaces(kernel.store, kernel.clock, kernel.routes, ports.touch_overview)
        self.offer_messages = OfferMessages(kernel.store, kernel.routes)
        self.person_games = PersonGames(lifecycle, deadlines)
        self.kept_lines = KeptLines(work)
        self.restoration = Restoration(work, kernel.features)
        timer = TimerHandler(GAME_TIMER, deadlines.settle_due, "the time of game {} cannot be looked at")
        kernel.register(
            Feature(
                name="matches",
                refusals=refusals.REASONS,
                checks=checks.CHECKS,
                settlements=(match_settlement(work, deadlines, self.departures),),
                tables=store.TABLES,
                name_places=store.PLACES,
                exports=(store.export_games,),
                routes=MATCH_ROUTES,
                merges=(merged_plies,),
                settled=self.openings.settled,
                resume=(self.openings.roll_waiting,),
                timers=(timer,),
            )
        )
