"""Help: the greeting of a server, the rules of the games and the list of commands."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.help import buttons as welcome_buttons
from bot.features.help import contributions, store
from bot.features.help.commands import help_command
from bot.features.help.commands import rules_command as rules
from bot.features.help.routes import WELCOME_ROUTES
from bot.features.help.sender import WelcomeSender
from bot.features.help.service import Welcomes
from bot.features.help.services import HelpServices
from bot.features.lessons.service import Lessons
from bot.features.matches.service.facade import MatchesFacade
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class HelpFeature:
    """The service of greetings, and `/help`, `/rules`."""

    def __init__(
        self, kernel: Kernel, matches: MatchesFacade, engines: EnginesFacade, lessons: Lessons
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._engines = engines
        self._lessons = lessons
        self.welcomes = Welcomes(kernel.work)
        kernel.register(Feature(name="help", name_places=(), routes=WELCOME_ROUTES, tables=store.TABLES))

    def surface(self, chat: Chat) -> Surface:
        own = HelpServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            matches=self._matches.queries,
            links=chat.links,
            practice=self._engines.practice,
            lessons=self._lessons,
            manual=chat.manual,
        )
        return Surface(
            name="help",
            more_buttons=contributions.MORE_BUTTONS,
            commands=bound_commands(own, rules.COMMANDS, help_command.COMMANDS),
            buttons={
                **bind_handlers(rules.HANDLERS, own),
                **bind_handlers(help_command.HANDLERS, own),
                **bind_handlers(welcome_buttons.HANDLERS, own),
            },
            lasting_buttons=("help", "help-group", "how-it-works", "rules-list"),
        )

    def messages(self, chat: Chat, access: DiscordAccess) -> Messages:
        """Return the senders of welcomes, in public or to the first person who uses a command."""
        sender = WelcomeSender(
            access.sender, chat.readers, self._kernel.games, self.welcomes, self._engines.practice
        )
        return Messages(senders=sender.senders(), after_answers=(sender.show_privately,))
