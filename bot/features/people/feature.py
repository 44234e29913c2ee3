"""People: what they have set, their vacations, and what waits for them."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.surface import SlashCommand, Surface
from bot.features.matches.feature import MatchesFeature
from bot.features.people import store
from bot.features.people.commands import games, settings
from bot.features.people.commands.vacation import vacation_group
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.first_messages import FirstMessages
from bot.features.people.service.settings_service import SettingsService
from bot.features.people.services import PeopleServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.model.people import preferences
from bot.model.people.preferences import AUTO_VACATION, QUIET_SILENT
from bot.model.settings import Owner
from bot.model.time import reminders, vacation


class PeopleFeature:
    """The services of people, and the commands by which somebody sees and decides about themselves."""

    def __init__(self, kernel: Kernel, matches: MatchesFeature) -> None:
        self._kernel = kernel
        self.settings = SettingsService(kernel.work, matches.person_games)
        self.agenda = AgendaQueries(kernel.store)
        self.directory = PeopleDirectory(kernel.store)
        self.first_messages = FirstMessages(kernel.store, kernel.clock, kernel.first_messages_every)
        kernel.register(
            Feature(
                name="people",
                refusals={**vacation.REASONS, **reminders.REASONS, **preferences.REASONS},
                tables=store.TABLES,
                settings=(AUTO_VACATION, QUIET_SILENT),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        """Return the commands and buttons."""
        own = PeopleServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            people=self.directory,
            agenda=self.agenda,
            limits=self._kernel.limits,
            settings=self.settings,
            clock=chat.clock,
            doors=chat.doors,
            switches=self._kernel.features.settings(Owner.PERSON),
        )
        return Surface(
            name="people",
            commands=(
                SlashCommand(
                    "games", partial(games.games_command, own), Reach.ANYWHERE, HelpGroup.PLAY.at(10)
                ),
                SlashCommand(
                    "settings",
                    partial(settings.settings_command, own),
                    Reach.ANYWHERE,
                    HelpGroup.YOURSELF.at(10),
                ),
                SlashCommand(
                    "vacation",
                    partial(vacation_group, chat.interactions, self.settings, chat.clock),
                    Reach.WITH_BOT,
                    HelpGroup.YOURSELF.at(20),
                ),
            ),
            buttons={
                **bound(games.HANDLERS, own),
                **bound(settings.HANDLERS, own),
            },
            lasting_buttons=("games",),
        )
