"""Puzzles, and the daily puzzle of a server."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.core.words.audit_notes import channel_note
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import SlashCommand, Subcommand, Surface
from bot.features.puzzles import buttons as puzzle_buttons
from bot.features.puzzles import checks, contributions
from bot.features.puzzles.commands import PLACE, puzzle_line, puzzle_subcommand
from bot.features.puzzles.domain import daily_puzzles, puzzles
from bot.features.puzzles.routes import DAILY_PUZZLE_ROUTES
from bot.features.puzzles.sender import DailyPuzzleSender
from bot.features.puzzles.service.daily_puzzles import DailyPuzzles
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.puzzles.services import PuzzleServices
from bot.features.puzzles.store import owned_tables as store
from bot.features.servers.service.facade import ServersFacade
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler


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
                name_places=(),
                refusals={**puzzles.REASONS, **daily_puzzles.REASONS},
                checks=checks.CHECKS,
                routes=DAILY_PUZZLE_ROUTES,
                tables=store.TABLES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat, servers: ServersFacade) -> Surface:
        """Return the commands and the buttons."""
        own = PuzzleServices(
            interactions=chat.interactions,
            puzzles=self.puzzles,
            daily_puzzles=self.daily_puzzles,
            limitations=servers.limitations,
        )
        return Surface(
            name="puzzles",
            letter_paragraphs=contributions.letter_paragraphs(self.puzzles),
            audit_notes={DailyPuzzles.deed: channel_note},
            commands=(
                SlashCommand(
                    "puzzle",
                    partial(puzzle_buttons.puzzle_command, own),
                    Reach.ANYWHERE,
                    HelpGroup.BEGIN.at(80),
                ),
            ),
            subcommands=(Subcommand("server", PLACE, partial(puzzle_subcommand, own)),),
            server_lines=(puzzle_line(own),),
            buttons=bound(puzzle_buttons.HANDLERS, own),
        )

    def messages(self, chat: Chat, access: DiscordAccess, servers: ServersFacade) -> Messages:
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
