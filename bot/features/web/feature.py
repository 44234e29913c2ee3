"""The web page: a board to touch in a browser, its doors in the chat, and public pages of finished games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_subcommands
from bot.chat.core.contributions.doors import BoardDoor, SettingsDoor
from bot.chat.core.interactions.handler import bound
from bot.chat.core.ports import SettingsPort
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.reviews.service import Reviews
from bot.features.servers.service.facade import ServersFacade
from bot.features.web import buttons, commands, domain, store
from bot.features.web.pages.possibilities import Possibilities
from bot.features.web.pages.reader import WebReaders
from bot.features.web.pages.views import Views
from bot.features.web.service.activity import DiscordInstances
from bot.features.web.service.acts import Acts
from bot.features.web.service.backend import Backend
from bot.features.web.service.grants import Grants
from bot.features.web.service.live import LiveHub
from bot.features.web.service.public_pages import PAGES, PublicPages
from bot.features.web.service.visibility import DiscordVisibility
from bot.features.web.services import WebServices
from bot.features.web.web_settings import Application, WebSettings
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class WebFeature:
    """The links, sessions and pages; without `settings` there is no server, and no door leads to it."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        person_settings: SettingsPort,
        engines: EnginesFacade,
        servers: ServersFacade,
        challenges: ChallengesFacade,
        reviews: Reviews,
        settings: WebSettings | None,
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._person_settings = person_settings
        self._engines = engines
        self._servers = servers
        self._challenges = challenges
        self._reviews = reviews
        self.settings = settings
        self.visibility = DiscordVisibility()
        self.instances = DiscordInstances()
        self.grants = Grants(kernel.work, self.visibility)
        self.hub = LiveHub(kernel.store, self.grants)
        kernel.register(
            Feature(
                name="web",
                tables=store.TABLES,
                refusals=domain.REASONS,
                committed=() if settings is None else (self.hub.committed,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        """Return the buttons, and the commands where the page is on."""
        own = WebServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            matches=self._matches.queries,
            grants=self.grants,
            hub=self.hub,
            pages=self._pages(chat),
            limitations=self._servers.limitations,
            settings=self.settings,
        )
        surface = Surface(
            name="web",
            buttons=bound(buttons.HANDLERS, own),
            audit_notes={PAGES: commands.pages_note},
            match_buttons=("open-board", "open-activity", "web-hide"),
            lasting_buttons=("web-sign-out", "web-names"),
        )
        if self.settings is None:
            return surface
        return replace(
            surface,
            subcommands=bound_subcommands(own, commands.SUBCOMMANDS),
            board_doors=(BoardDoor(10, buttons.board_button),),
            settings_doors=(
                SettingsDoor(10, buttons.sign_out_button),
                SettingsDoor(20, buttons.names_button),
            ),
        )

    def messages(self, _chat: Chat, access: DiscordAccess) -> Messages:
        """Return no messages; the access to Discord knows the readers of channels."""
        self.visibility.places, self.instances.client = access.places, access.client
        return Messages()

    def _pages(self, chat: Chat) -> PublicPages:
        return PublicPages(
            self._kernel.work, self._matches.queries, self._reviews, chat.readers, self.visibility
        )

    def backend(self, chat: Chat) -> Backend:
        """Return the parts that the server works with."""
        kernel, matches = self._kernel, self._matches
        practice, interactions = self._engines.practice, chat.interactions
        possibilities = Possibilities(kernel.games, matches.offers, practice, kernel.clock)
        return Backend(
            texts=interactions.texts,
            games=kernel.games,
            grants=self.grants,
            readers=WebReaders(interactions.texts, interactions.pictures, self._person_settings),
            views=Views(matches.queries, matches.conditional_moves, possibilities, kernel.clock),
            acts=Acts(
                games=kernel.games,
                matches=matches.queries,
                turns=matches.turns,
                undo=matches.undo,
                resignations=matches.resignations,
                offers=matches.offers,
                deadlines=matches.deadlines,
                lines=matches.conditional_moves,
                rematches=self._challenges.rematches,
                practice=practice,
            ),
            hub=self.hub,
            pages=self._pages(chat),
            matches=matches.queries,
            instances=self.instances,
            answered=kernel.work.answers.keep,
        )

    @asynccontextmanager
    async def serving(self, chat: Chat, application: Application) -> AsyncIterator[None]:
        """Serve the page for the length of a block, where it is on.

        Raises OSError where the address cannot be had.
        """
        if self.settings is None:
            yield
            return
        # Only here: without an address nothing of the server is loaded.
        from bot.features.web.http.server import WebServer  # noqa: PLC0415  # if on

        async with WebServer(self.backend(chat), self.settings, application).listening():
            yield
