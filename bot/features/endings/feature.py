"""Endings: results posted in the challenge's place, and threads closed after the game."""

from bot.chat.core.chat import Chat
from bot.chat.delivery.composed import MatchPosts
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.features.endings.projections import project_endings
from bot.features.endings.sender import EndingSender
from bot.features.matches.service.facade import MatchesFacade
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.outbox.message_routes import MessageRoute
from bot.model.events.instructions import CloseThread, TellResult


class EndingsFeature:
    """Posts the results of ended matches, and closes their threads."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self._kernel = kernel
        self._matches = matches
        kernel.register(
            Feature(
                name="endings",
                name_places=(),
                routes=(MessageRoute(TellResult), MessageRoute(CloseThread)),
                projections=(project_endings,),
            )
        )

    def messages(
        self, chat: Chat, access: DiscordAccess, homes: MatchPosts, servers: ServerAdmin
    ) -> Messages:
        sender = EndingSender(
            access.client,
            access.sender,
            homes,
            chat.readers,
            self._matches.queries,
            servers,
        )
        return Messages(senders=sender.senders())
