"""Puzzles, and the daily puzzle of a server."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.features.puzzles import puzzle_buttons
from bot.chat.features.puzzles.daily_puzzle_sender import DailyPuzzleSender
from bot.chat.features.puzzles.puzzle_subcommand import puzzle_subcommand
from bot.chat.features.puzzles.services import PuzzleServices
from bot.chat.surface import SlashCommand, Subcommand, Surface
from bot.features.puzzles import checks, store
from bot.features.servers.feature import ServersFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.play.learning.daily_puzzle_routes import DAILY_PUZZLE_ROUTES
from bot.play.learning.daily_puzzles import DailyPuzzles
from bot.play.learning.puzzles import Puzzles
from bot.play.servers.subscriptions import Subscriptions


class PuzzlesFeature:
    """The services of puzzles, and `/puzzle`."""

    def __init__(self, kernel: Kernel) -> None:
        self.puzzles = Puzzles(kernel.work)
        self.daily_puzzles = Subscriptions(kernel.work, DailyPuzzles(self.puzzles))
        complaint = "the daily puzzle of server {} cannot be posted"
        timer = TimerHandler(DailyPuzzles.kind, self.daily_puzzles.post, complaint)
        kernel.register(
            Feature(
                name="puzzles",
                checks=checks.CHECKS,
                routes=DAILY_PUZZLE_ROUTES,
                tables=store.TABLES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat, servers: ServersFeature) -> Surface:
        """Return the commands and the buttons."""
        own = PuzzleServices(
            interactions=chat.interactions,
            puzzles=self.puzzles,
            daily_puzzles=self.daily_puzzles,
            limitations=servers.limitations,
        )
        return Surface(
            name="puzzles",
            commands=(
                SlashCommand(
                    "puzzle",
                    partial(puzzle_buttons.puzzle_command, own),
                    Reach.ANYWHERE,
                    HelpGroup.BEGIN.at(80),
                ),
            ),
            subcommands=(Subcommand("server", 90, partial(puzzle_subcommand, own)),),
            buttons=bound(puzzle_buttons.HANDLERS, own),
        )

    def messages(self, chat: Chat, access: DiscordAccess, servers: ServersFeature) -> Messages:
        """Return the daily puzzles."""
        sender = DailyPuzzleSender(
            access.sender,
            chat.readers,
            self.puzzles,
            self.daily_puzzles,
            servers.limitations,
            servers.admin,
        )
        return Messages(senders=sender.senders())
