"""The parts of the web page that its server works with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.features.matches.service.match_queries import MatchQueries
from bot.features.web.activity import RunningInstances
from bot.features.web.acts import Acts
from bot.features.web.grants import Grants
from bot.features.web.live import LiveHub
from bot.features.web.public_pages import PublicPages
from bot.features.web.reader import WebReaders
from bot.features.web.views import Views
from bot.locale import Texts
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Backend:
    """What the server is given. `answered` is told the id of each request whose answer was sent."""

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
