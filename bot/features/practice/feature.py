"""Practice: private games against engines."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.practice import buttons as practice_buttons
from bot.features.practice import contributions
from bot.features.practice.services import PracticeServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class PracticeFeature:
    """`/practice`, if engines are available."""

    def __init__(self, kernel: Kernel, engines: EnginesFacade) -> None:
        self._kernel = kernel
        self._engines = engines
        kernel.register(Feature(name="practice"))

    def surface(self, chat: Chat) -> Surface:
        """Return the command and its buttons."""
        own = PracticeServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            practice=self._engines.practice,
            pages=self._engines.pages,
            hints=self._engines.hints,
        )
        return Surface(
            name="practice",
            more_buttons=contributions.more_buttons(self._engines.practice),
            commands=bound_commands(own, practice_buttons.COMMANDS)
            if self._engines.practice.is_offered
            else (),
            buttons=bind_handlers(practice_buttons.HANDLERS, own),
        )
