"""Practice: games against engines, hints, and the turns of engines wherever they sit."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.features.moves.services import MoveServices
from bot.chat.features.practice import practice_buttons
from bot.chat.surface import SlashCommand, Surface
from bot.features.matches.feature import MatchesFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.play.learning.hints import Hints
from bot.play.practice.engine_turns import EngineCalls, EngineTurns
from bot.play.practice.practice import Practice


class PracticeFeature:
    """The services of practice, and `/practice` where there are engines."""

    def __init__(self, kernel: Kernel, matches: MatchesFeature) -> None:
        calls = EngineCalls()
        self.engine_turns = EngineTurns(
            kernel.work, matches.lifecycle, matches.deadlines, matches.effects, kernel.engines, calls
        )
        self.practice = Practice(kernel.work, matches.lifecycle, self.engine_turns)
        self.hints = Hints(kernel.work, kernel.engines)
        kernel.register(Feature(name="practice", committed=(calls.committed,)))

    def surface(self, _: Chat, moves: MoveServices) -> Surface:
        """Return the command and its buttons."""
        line = HelpGroup.BEGIN.at(70)
        command = SlashCommand(
            "practice", partial(practice_buttons.practice_command, moves), Reach.ANYWHERE, line
        )
        return Surface(
            name="practice",
            commands=(command,) if self.practice.is_offered else (),
            buttons=bound(practice_buttons.HANDLERS, moves),
        )
