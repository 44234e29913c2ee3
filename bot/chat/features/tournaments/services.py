"""What tournaments are run by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.play.servers.server_admin import ServerAdmin
from bot.play.tournaments.ladders import Ladders
from bot.play.tournaments.tournaments import Tournaments
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class TournamentServices:
    """What the feature is given."""

    interactions: Interactions
    games: Mapping[str, Game]
    tournaments: Tournaments
    ladders: Ladders
    servers: ServerAdmin
    has_engines: bool
