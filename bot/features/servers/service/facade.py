"""The services of servers for later features."""

from bot.features.matches.service.facade import MatchesFacade
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.player_lists import PlayerLists
from bot.features.servers.service.presence import ServerPresence
from bot.features.servers.service.result_corrections import RecountRatings, ResultCorrections
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.kernel import Kernel


class ServersFacade:
    def __init__(self, kernel: Kernel, matches: MatchesFacade, recount_ratings: RecountRatings) -> None:
        self.admin = ServerAdmin(kernel.work, matches.lifecycle)
        self.result_corrections = ResultCorrections(kernel.work, recount_ratings)
        self.player_lists = PlayerLists(kernel.work)
        self.presence = ServerPresence(kernel.work, matches.deadlines)
        self.limitations = Limitations(kernel.work)
