"""The web page: a board to touch in a browser, its buttons in chat, and public pages of finished games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from bot.chat.core import custom_ids
from bot.chat.core.chat import Chat
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.ports import SettingsPort
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.reviews.service import Reviews
from bot.features.servers.service.facade import ServersFacade
from bot.features.web import domain, store
from bot.features.web.web_settings import Application, WebSettings
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.locale import Language
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AuditEntry

if TYPE_CHECKING:
    from bot.features.web.web_page import WebPage

MATCH_BUTTONS: Final = ("open-board", "open-activity", "web-hide")
LASTING_BUTTONS: Final = ("web-sign-out", "web-names")


class WebFeature:
    """The web page. Without `settings` it is off: `page` is None, and its modules are not imported."""

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
        self.page: WebPage | None = None
        if settings is not None:
            # Imported only here, so that a bot without the page does not load its modules.
            from bot.features.web import web_page  # noqa: PLC0415  # if on

            self.page = web_page.WebPage(
                kernel, matches, person_settings, engines, servers, challenges, reviews, settings
            )
        kernel.register(
            Feature(
                name="web",
                tables=store.TABLES,
                refusals=domain.REASONS,
                committed=() if self.page is None else (self.page.hub.on_commit,),
                probes=() if self.page is None else (self.page.probe,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        """Return the buttons, and, if the page is on, the commands."""
        closed = Surface(
            name="web",
            buttons=dict.fromkeys((*MATCH_BUTTONS, *LASTING_BUTTONS), _refuse),
            audit_notes={domain.PAGES: _pages_note},
            match_buttons=MATCH_BUTTONS,
            lasting_buttons=LASTING_BUTTONS,
        )
        return closed if self.page is None else self.page.surface(chat, closed)

    def messages(self, _chat: Chat, access: DiscordAccess) -> Messages:
        """Connect the page to Discord, where it looks up the visibility of channels; return no messages."""
        if self.page is not None:
            self.page.connect(access)
        return Messages()

    @asynccontextmanager
    async def serving(self, chat: Chat, application: Application) -> AsyncIterator[None]:
        """Serve the page within the context, if it is on. Raises CannotListen."""
        if self.page is None:
            yield
            return
        async with self.page.serving(chat, application):
            yield


async def _refuse(_context: InteractionContext, _press: custom_ids.Press) -> None:
    """Refuse a press on a button that was posted while the page was on."""
    raise Refusal("web-off")


def _pages_note(entry: AuditEntry, t: Language) -> str:
    """Return the log's note that public pages were switched on or off."""
    return t("audit.web-pages-on" if entry.note == "on" else "audit.web-pages-off")
