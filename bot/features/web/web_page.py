"""An enabled web page: its services, its buttons in the chat, its server."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial

from bot.address import CannotListen
from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_subcommands
from bot.chat.core.contributions.doors import BoardDoor, SettingsDoor
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.core.ports import SettingsPort
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.reviews.service import Reviews
from bot.features.servers.service.facade import ServersFacade
from bot.features.web import buttons, commands, probes
from bot.features.web.http.server import WebServer
from bot.features.web.pages.possibilities import Possibilities
from bot.features.web.pages.reader import WebReaders
from bot.features.web.pages.views import Views
from bot.features.web.service.activity import DiscordInstances
from bot.features.web.service.acts import Acts
from bot.features.web.service.backend import Backend
from bot.features.web.service.grants import Grants
from bot.features.web.service.live import LiveHub
from bot.features.web.service.public_pages import PublicPages
from bot.features.web.service.visibility import DiscordVisibility
from bot.features.web.services import WebServices
from bot.features.web.web_settings import VARIABLE, Application, WebSettings
from bot.kernel.kernel import Kernel
from bot.kernel.probes import Probe


class WebPage:
    """Connects the services, buttons, commands and server of the web page."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        person_settings: SettingsPort,
        engines: EnginesFacade,
        servers: ServersFacade,
        challenges: ChallengesFacade,
        reviews: Reviews,
        settings: WebSettings,
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._person_settings = person_settings
        self._engines = engines
        self._servers = servers
        self._challenges = challenges
        self._reviews = reviews
        self._settings = settings
        self.visibility = DiscordVisibility()
        self.instances = DiscordInstances()
        self.grants = Grants(kernel.work, self.visibility)
        self.hub = LiveHub(kernel.store, self.grants)

    @property
    def probe(self) -> Probe:
        """The doctor's check of the page."""
        return partial(probes.check_address, self._settings)

    def surface(self, chat: Chat, closed: Surface) -> Surface:
        """Return the `closed` surface with all buttons and commands of the page added."""
        own = WebServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            grants=self.grants,
            hub=self.hub,
            visibility=self.visibility,
            pages=self._pages(chat),
            limitations=self._servers.limitations,
            settings=self._settings,
        )
        return replace(
            closed,
            buttons=bind_handlers(buttons.HANDLERS, own),
            subcommands=bound_subcommands(own, commands.SUBCOMMANDS),
            board_doors=(BoardDoor(10, buttons.board_button),),
            settings_doors=(
                SettingsDoor(10, buttons.sign_out_button),
                SettingsDoor(20, buttons.names_button),
            ),
        )

    def connect(self, access: DiscordAccess) -> None:
        """Look up channels, and instances of the Activity, through this access from now on."""
        self.visibility.places, self.instances.client = access.places, access.client

    def _pages(self, chat: Chat) -> PublicPages:
        return PublicPages(
            self._kernel.work, self._matches.queries, self._reviews, chat.readers, self.visibility
        )

    def backend(self, chat: Chat) -> Backend:
        """Return the services that the server uses."""
        kernel, matches = self._kernel, self._matches
        practice, texts = self._engines.practice, chat.interactions.texts.without_mentions()
        possibilities = Possibilities(kernel.games, matches.offers, practice, kernel.clock)
        return Backend(
            texts=texts,
            games=kernel.games,
            grants=self.grants,
            readers=WebReaders(texts, chat.interactions.pictures, self._person_settings),
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
        """Serve the page within the context. Raises CannotListen."""
        server = WebServer(self.backend(chat), self._settings, application)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(server.listening())
            except OSError as error:
                raise CannotListen(VARIABLE, error) from error
            yield
