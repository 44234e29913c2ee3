"""The services of the web page's buttons and commands."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.servers.service.limitations import Limitations
from bot.features.web.service.grants import Grants
from bot.features.web.service.live import LiveHub
from bot.features.web.service.public_pages import PublicPages
from bot.features.web.service.visibility import DiscordVisibility
from bot.features.web.web_settings import WebSettings


@dataclass(frozen=True, slots=True)
class WebServices:
    interactions: Interactions
    lookup: MatchLookup
    grants: Grants
    hub: LiveHub
    visibility: DiscordVisibility
    pages: PublicPages
    limitations: Limitations
    settings: WebSettings
