"""Overviews: a message per channel that lists its games and challenges."""

from bot.chat.core.chat import Chat
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.features.overviews.projections import project_overviews, redraw_all
from bot.features.overviews.routes import OVERVIEW_ROUTES
from bot.features.overviews.sender import OverviewSender
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.tables.server_tables import overviews


class OverviewsFeature:
    """Redraws an overview when an event changes it."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        kernel.register(
            Feature(
                name="overviews",
                name_places=(),
                tables=(OwnedTable(overviews, of_server={"server": Key.SERVER}),),
                projections=(project_overviews,),
                restored=(redraw_all,),
                routes=OVERVIEW_ROUTES,
            )
        )

    def messages(self, chat: Chat, access: DiscordAccess, servers: ServerAdmin) -> Messages:
        sender = OverviewSender(
            access.client, access.sender, access.places, chat.readers, self._kernel.games, servers, chat.epoch
        )
        return Messages(senders=sender.senders())
