"""Matches: turns, take-backs, offers, clocks and the ways in which a match ends."""

from bot.features.matches import checks, store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.play.matches.conditional_moves import ConditionalMovesService
from bot.play.matches.deadlines import Deadlines
from bot.play.matches.departures import Departures
from bot.play.matches.kept_lines import KeptLines
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.matches.match_queries import MatchQueries
from bot.play.matches.match_settlement import match_settlement
from bot.play.matches.messages.match_places import MatchPlaces
from bot.play.matches.messages.match_routes import MATCH_ROUTES
from bot.play.matches.offers.offer_effects import OfferEffects
from bot.play.matches.offers.offer_message_lookup import OfferMessages
from bot.play.matches.offers.offer_service import OfferService
from bot.play.matches.openings import Openings
from bot.play.matches.resignation import Resignations
from bot.play.matches.turns import Turns
from bot.play.matches.undo import Undo
from bot.play.projections.merged_plies import merged_plies
from bot.play.restores.restoration import Restoration
from data.schema import GAME_TIMER


class MatchesFeature:
    """The services of matches; the boards and the move panel are features of their own."""

    def __init__(self, kernel: Kernel) -> None:
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
        self.queries = MatchQueries(work)
        self.places = MatchPlaces(kernel.store, kernel.clock, kernel.routes)
        self.offer_messages = OfferMessages(kernel.store, kernel.routes)
        self.kept_lines = KeptLines(work)
        self.restoration = Restoration(work)
        timer = TimerHandler(GAME_TIMER, deadlines.settle_due, "the time of game {} cannot be looked at")
        kernel.register(
            Feature(
                name="matches",
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
