"""Practice: private games against engines."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.surface import SlashCommand, Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.moves.services import MoveServices
from bot.features.practice import buttons as practice_buttons
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class PracticeFeature:
    """`/practice`, where there are engines."""

    def __init__(self, kernel: Kernel, engines: EnginesFacade) -> None:
        self._engines = engines
        kernel.register(Feature(name="practice"))

    def surface(self, _: Chat, moves: MoveServices) -> Surface:
        """Return the command and its buttons."""
        make = partial(practice_buttons.practice_command, moves)
        command = SlashCommand("practice", make, Reach.ANYWHERE, HelpGroup.BEGIN.at(70))
        return Surface(
            name="practice",
            commands=(command,) if self._engines.practice.is_offered else (),
            buttons=bound(practice_buttons.HANDLERS, moves),
        )
