"""People: their settings, vacations and waiting games."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import SlashCommand, bound_commands
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.commands import games, settings
from bot.features.people.commands.vacation import vacation_group
from bot.features.people.service.facade import PeopleFacade
from bot.features.people.services import PeopleServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.personal.tables import DeletedRows, OwnedTable
from bot.model.people import preferences
from bot.model.settings import Owner
from bot.model.time import reminders, vacation
from bot.repositories.tables.person_tables import habits


class PeopleFeature:
    """The services of people, and the commands for their own data and settings."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self._kernel = kernel
        self.services = PeopleFacade(kernel, matches)
        kernel.register(
            Feature(
                name="people",
                refusals={**vacation.REASONS, **reminders.REASONS, **preferences.REASONS},
                tables=(
                    OwnedTable(
                        habits, DeletedRows(habits, ("player",)), nameless=("preferences", "vacation")
                    ),
                ),
                settings=preferences.SETTINGS,
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = PeopleServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            people=self.services.directory,
            agenda=self.services.agenda,
            limits=self._kernel.limits,
            settings=self.services.settings,
            clock=chat.clock,
            doors=chat.slots.doors,
            switches=self._kernel.features.settings(Owner.PERSON),
        )
        return Surface(
            name="people",
            commands=(
                *bound_commands(own, games.COMMANDS, settings.COMMANDS),
                SlashCommand(
                    "vacation",
                    partial(vacation_group, chat.interactions, own.settings, chat.clock),
                    Reach.WITH_BOT,
                    HelpGroup.YOURSELF.at(20),
                ),
            ),
            buttons={
                **bind_handlers(games.HANDLERS, own),
                **bind_handlers(settings.HANDLERS, own),
            },
            lasting_buttons=("games",),
        )
