"""Puzzles, and the daily puzzle of a server."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands, bound_subcommands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.core.words.audit_notes import channel_note
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.puzzles import buttons as puzzle_buttons
from bot.features.puzzles import commands, contributions, store
from bot.features.puzzles.commands import puzzle_line
from bot.features.puzzles.domain import daily_puzzles, puzzles
from bot.features.puzzles.routes import DAILY_PUZZLE_ROUTES
from bot.features.puzzles.sender import DailyPuzzleSender
from bot.features.puzzles.service.daily_puzzles import DailyPuzzles
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.puzzles.services import PuzzleServices
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
                checks=store.CHECKS,
                routes=DAILY_PUZZLE_ROUTES,
                tables=store.TABLES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat, servers: ServersFacade) -> Surface:
        own = PuzzleServices(
            interactions=chat.interactions,
            puzzles=self.puzzles,
            daily_puzzles=self.daily_puzzles,
            limitations=servers.limitations,
        )
        return Surface(
            name="puzzles",
            letter_paragraphs=contributions.letter_paragraphs(self.puzzles),
            audit_notes={DailyPuzzles.audit_action: channel_note},
            commands=bound_commands(own, puzzle_buttons.COMMANDS),
            subcommands=bound_subcommands(own, commands.SUBCOMMANDS),
            server_lines=(puzzle_line(own),),
            buttons=bind_handlers(puzzle_buttons.HANDLERS, own),
        )

    def messages(self, chat: Chat, access: DiscordAccess, servers: ServersFacade) -> Messages:
        sender = DailyPuzzleSender(
            access.sender,
            chat.readers,
            self.puzzles,
            self.daily_puzzles,
            servers.limitations,
            servers.admin,
        )
        return Messages(senders=sender.senders())
