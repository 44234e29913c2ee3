"""Letters: a weekly message about the games of a server."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_subcommands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.core.words.audit_notes import channel_note
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.letters import commands, store
from bot.features.letters.messages import LetterComposer, LetterSender
from bot.features.letters.service import LETTER_ROUTES, LetterContents, WeeklyLetters
from bot.features.matches.service.facade import MatchesFacade
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.servers.service.facade import ServersFacade
from bot.features.servers.service.subscriptions import Subscriptions
from bot.features.tournaments.service.tournaments import Tournaments
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler


class LettersFeature:
    """The services of letters, and their buttons."""

    def __init__(
        self, kernel: Kernel, matches: MatchesFacade, tournaments: Tournaments, puzzles: Puzzles
    ) -> None:
        self.contents = LetterContents(kernel.work, matches.queries, tournaments)
        self.letters = WeeklyLetters(kernel.work, puzzles, self.contents)
        self.weekly_letters = Subscriptions(kernel.work, self.letters)
        complaint = "the weekly letter of server {} cannot be posted"
        timer = TimerHandler(WeeklyLetters.kind, self.weekly_letters.post, complaint)
        kernel.register(
            Feature(
                name="letters",
                checks=store.CHECKS,
                routes=LETTER_ROUTES,
                name_places=store.PLACES,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat, servers: ServersFacade) -> Surface:
        own = commands.LetterServices(
            interactions=chat.interactions,
            letters=self.letters,
            subscriptions=self.weekly_letters,
            limitations=servers.limitations,
            composer=LetterComposer(self.contents, chat.slots.letter_paragraphs),
        )
        return Surface(
            name="letters",
            audit_notes={WeeklyLetters.audit_action: channel_note},
            subcommands=bound_subcommands(own, commands.SUBCOMMANDS),
            server_lines=(commands.letter_line(own),),
            buttons=bind_handlers(commands.HANDLERS, own),
        )

    def messages(self, chat: Chat, access: DiscordAccess, servers: ServersFacade) -> Messages:
        sender = LetterSender(
            access.sender,
            access.places,
            chat.readers,
            self.weekly_letters,
            LetterComposer(self.contents, chat.slots.letter_paragraphs),
            servers.limitations,
            servers.admin,
        )
        return Messages(senders=sender.senders())
