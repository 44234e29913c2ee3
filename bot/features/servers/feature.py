"""Servers: decisions of their admins, and missing permissions of the bot."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.contributions.server_lines import SERVER_SETTINGS
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.servers import commands
from bot.features.servers.buttons import server_buttons, settings_buttons
from bot.features.servers.domain import REASONS
from bot.features.servers.pages import audit_page
from bot.features.servers.routes import LIMITATION_ROUTES
from bot.features.servers.sender import LimitationSender
from bot.features.servers.service.facade import ServersFacade
from bot.features.servers.service.result_corrections import RecountRatings
from bot.features.servers.service.server_removal import ServerRemoval
from bot.features.servers.services import ServerServices
from bot.features.servers.store import owned_tables as store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.model.servers import server_rules
from bot.model.settings import Owner
from bot.repositories.tables.server_tables import SERVER_TIMER


class ServersFeature:
    """The services of servers, and `/server`."""

    def __init__(
        self, kernel: Kernel, matches: MatchesFacade, people: PeopleFacade, recount_ratings: RecountRatings
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self.services = ServersFacade(kernel, matches, recount_ratings)
        removal = ServerRemoval(kernel.work, kernel.server_data)
        complaint = "what is kept of server {} cannot be deleted"
        timer = TimerHandler(SERVER_TIMER, removal.carry_out, complaint)
        kernel.register(
            Feature(
                name="servers",
                refusals=REASONS,
                routes=LIMITATION_ROUTES,
                tables=store.TABLES,
                name_places=store.PLACES,
                settings=server_rules.SETTINGS,
                timers=(timer,),
            )
        )

    def surface(self, chat: Chat, engines: EnginesFacade) -> Surface:
        own = ServerServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            servers=self.services.admin,
            player_lists=self.services.player_lists,
            limitations=self.services.limitations,
            first_messages=self._people.first_messages,
            result_corrections=self.services.result_corrections,
            matches=self._matches.queries,
            people=self._people.directory,
            has_engines=engines.practice.is_offered,
            audit_notes=chat.audit_notes,
            switches=self._kernel.features.settings(Owner.SERVER),
            lines=chat.slots.server_lines,
        )
        return Surface(
            name="servers",
            commands=bound_commands(own, commands.COMMANDS),
            subcommands=commands.server_subcommands(own),
            buttons={
                **bind_handlers(server_buttons.HANDLERS, own),
                **bind_handlers(settings_buttons.HANDLERS, own),
            },
            lasting_buttons=(SERVER_SETTINGS,),
            audit_notes=audit_page.NOTES,
        )

    def messages(self, chat: Chat, access: DiscordAccess) -> Messages:
        sender = LimitationSender(access.sender, chat.readers, self.services.limitations)
        return Messages(senders=sender.senders())
