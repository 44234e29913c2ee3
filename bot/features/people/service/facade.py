"""The services of people for later features."""

from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.first_messages import FirstMessages
from bot.features.people.service.settings_service import SettingsService
from bot.kernel.kernel import Kernel


class PeopleFacade:
    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self.settings = SettingsService(kernel.work, matches.person_games)
        self.agenda = AgendaQueries(kernel.store)
        self.directory = PeopleDirectory(kernel.store)
        self.first_messages = FirstMessages(kernel.store, kernel.clock, kernel.first_messages_every)
