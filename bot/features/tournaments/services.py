"""The services of tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.tournaments.service.ladders import Ladders
from bot.features.tournaments.service.tournaments import Tournaments
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class TournamentServices:
    interactions: Interactions
    games: Mapping[str, Game]
    tournaments: Tournaments
    ladders: Ladders
    servers: ServerAdmin
    has_engines: bool
