"""What the buttons and commands of the web page need."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.servers.service.limitations import Limitations
from bot.features.web.service.grants import Grants
from bot.features.web.service.live import LiveHub
from bot.features.web.service.public_pages import PublicPages
from bot.features.web.web_settings import WebSettings


@dataclass(frozen=True, slots=True)
class WebServices:
    """What the feature is given; `settings` is None where the page is off."""

    interactions: Interactions
    lookup: MatchLookup
    matches: MatchQueries
    grants: Grants
    hub: LiveHub
    pages: PublicPages
    limitations: Limitations
    settings: WebSettings | None
