"""The services of challenges for later features."""

from bot.features.challenges.ports import ChallengePorts
from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.challenges.service.counter_offers import CounterOffers
from bot.features.challenges.service.engine_games import EngineGames
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.rematches import Rematches
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.challenges.service.term_changes import TermChanges
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.kernel.kernel import Kernel


class ChallengesFacade:
    def __init__(
        self, kernel: Kernel, matches: MatchesFacade, engines: EnginesFacade, ports: ChallengePorts
    ) -> None:
        work = kernel.work
        self.answers = answers = ChallengeAnswers(work, ports.is_in_tournament)
        self.lobbies = Lobbies(work, answers)
        self.invitations = Invitations(work, answers, self.lobbies)
        self.counter_offers = CounterOffers(work, answers, self.invitations)
        self.term_changes = TermChanges(work, answers)
        self.rematches = Rematches(work, self.invitations)
        self.queries = ChallengeQueries(kernel.store, kernel.games, kernel.clock)
        self.substitutions = Substitutions(work, answers, matches.deadlines, ports.other_seats)
        self.engine_games = EngineGames(work, answers, self.lobbies, self.substitutions, engines.turns)
