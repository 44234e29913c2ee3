"""The services of challenges."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.challenges.service.counter_offers import CounterOffers
from bot.features.challenges.service.engine_games import EngineGames
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.ports import TournamentGames
from bot.features.challenges.service.rematches import Rematches
from bot.features.challenges.service.term_changes import TermChanges
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.settings_service import SettingsService
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.model.agenda import Limits
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Cards:
    """The dependencies of challenges' cards."""

    games: Mapping[str, Game]
    people: PeopleDirectory
    settings: SettingsService
    readers: Readers
    practice: Practice
    tournaments: TournamentGames


@dataclass(frozen=True, slots=True)
class ChallengeServices:
    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    challenges: ChallengeQueries
    invitations: Invitations
    lobbies: Lobbies
    counter_offers: CounterOffers
    term_changes: TermChanges
    rematches: Rematches
    matches: MatchQueries
    people: PeopleDirectory
    servers: ServerAdmin
    limitations: Limitations
    agenda: AgendaQueries
    limits: Limits
    cards: Cards
    pressed: PressedMessages
    practice: Practice
    engine_games: EngineGames
