"""Boards: the messages that show a match, and paging back through it."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.forum_posts import ForumPosts
from bot.chat.delivery.senders import Messages
from bot.chat.surface import MenuCommand, Surface
from bot.features.boards.buttons import board_buttons, history_buttons
from bot.features.boards.commands import board_menu
from bot.features.boards.messages.board_composer import BoardComposer
from bot.features.boards.messages.board_sender import BoardSender
from bot.features.boards.messages.match_homes import MatchHomes
from bot.features.boards.messages.old_pictures import OldPictures
from bot.features.boards.ports import Challenges, RatingChanges, ThreadTitles
from bot.features.boards.services import BoardServices
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class BoardsFeature:
    """`/board` and the buttons of boards."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade, people: PeopleFacade) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        kernel.register(Feature(name="boards", refusals={"no-board-there": ()}))

    def surface(self, chat: Chat) -> Surface:
        own = BoardServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            matches=self._matches.queries,
            people=self._people.directory,
            agenda=self._people.agenda,
        )
        return Surface(
            name="boards",
            commands=bound_commands(own, board_buttons.COMMANDS),
            menu_commands=(MenuCommand(partial(board_menu, own, chat.epoch), Reach.ANYWHERE),),
            buttons={
                **bind_handlers(board_buttons.HANDLERS, own),
                **bind_handlers(history_buttons.HANDLERS, own),
            },
            match_buttons=(
                "board",
                "step",
            ),
        )

    def homes(
        self,
        chat: Chat,
        access: DiscordAccess,
        challenges: Challenges,
        titles: ThreadTitles,
        servers: ServerAdmin,
    ) -> MatchHomes:
        """Return the places where matches' messages are posted; other features post there, too."""
        return MatchHomes(
            access.client,
            access.sender,
            access.posts,
            ForumPosts(access.client, access.sender, access.places),
            access.forms,
            chat.readers,
            self._matches.queries,
            self._matches.places,
            challenges,
            titles,
            servers,
            chat.clock,
            access.note,
        )

    def messages(
        self,
        chat: Chat,
        access: DiscordAccess,
        homes: MatchHomes,
        challenges: Challenges,
        servers: ServerAdmin,
        ratings: RatingChanges,
    ) -> Messages:
        matches = self._matches
        composer = BoardComposer(
            chat.readers,
            self._kernel.games,
            access.outbox,
            matches.queries,
            self._people.directory,
            ratings,
            servers,
        )
        sender = BoardSender(
            composer,
            homes,
            access.sender,
            access.standing,
            OldPictures(access.client),
            chat.readers,
            matches.queries,
            matches.places,
            challenges,
        )
        return Messages(senders=sender.senders(), recalls=(composer.recall,))
