"""What games are begun by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.challenges.service.invitations import Invitations
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.agenda import AgendaQueries
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.model.agenda import Limits
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class StartServices:
    """What the feature is given."""

    interactions: Interactions
    games: Mapping[str, Game]
    matches: MatchQueries
    invitations: Invitations
    agenda: AgendaQueries
    limits: Limits
    servers: ServerAdmin
    limitations: Limitations
    practice: Practice
