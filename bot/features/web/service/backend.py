"""The services that the web server uses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.features.matches.service.match_queries import MatchQueries
from bot.features.web.pages.reader import WebReaders
from bot.features.web.pages.views import Views
from bot.features.web.service.activity import RunningInstances
from bot.features.web.service.acts import Acts
from bot.features.web.service.grants import Grants
from bot.features.web.service.live import LiveHub
from bot.features.web.service.public_pages import PublicPages
from bot.locale import Texts
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Backend:
    """The server's dependencies. `answered` is called with the id of each request whose answer was sent."""

    texts: Texts
    games: Mapping[str, Game]
    grants: Grants
    readers: WebReaders
    views: Views
    acts: Acts
    hub: LiveHub
    pages: PublicPages
    matches: MatchQueries
    instances: RunningInstances
    answered: Callable[[str], None]
