"""The services of matches for later features."""

from bot.features.matches.ports import MatchPorts
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.dice_checks import DiceChecks
from bot.features.matches.service.leaving.departures import Departures
from bot.features.matches.service.leaving.person_games import PersonGames
from bot.features.matches.service.leaving.resignation import Resignations
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.match_places import MatchPlaces
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.offers.offer_message_lookup import OfferMessages
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.matches.service.openings import Openings
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.matches.service.plans.kept_lines import KeptLines
from bot.features.matches.service.restoration import Restoration
from bot.features.matches.service.turns import Turns
from bot.features.matches.service.undo import Undo
from bot.kernel.kernel import Kernel


class MatchesFacade:
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
        self.dice_checks = DiceChecks(ports)
        self.queries = MatchQueries(work, self.dice_checks)
        self.places = MatchPlaces(kernel.store, kernel.clock, kernel.routes, ports.touch_overview)
        self.offer_messages = OfferMessages(kernel.store, kernel.routes)
        self.person_games = PersonGames(lifecycle, deadlines)
        self.kept_lines = KeptLines(work)
        self.restoration = Restoration(work, kernel.features)
