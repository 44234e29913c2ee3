"""What games are begun by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.play.challenges.invitations import Invitations
from bot.play.domain.agenda import Limits
from bot.play.matches.match_queries import MatchQueries
from bot.play.people.agenda import AgendaQueries
from bot.play.practice.practice import Practice
from bot.play.servers.limitations import Limitations
from bot.play.servers.server_admin import ServerAdmin
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
