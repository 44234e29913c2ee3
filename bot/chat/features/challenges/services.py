"""What challenges are made, changed and answered by."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.play.challenges.challenge_queries import ChallengeQueries
from bot.play.challenges.counter_offers import CounterOffers
from bot.play.challenges.invitations import Invitations
from bot.play.challenges.lobbies import Lobbies
from bot.play.challenges.rematches import Rematches
from bot.play.challenges.term_changes import TermChanges
from bot.play.domain.agenda import Limits
from bot.play.domain.tournaments.references import TournamentRef
from bot.play.matches.match_queries import MatchQueries
from bot.play.people.agenda import AgendaQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.settings_service import SettingsService
from bot.play.practice.engine_games import EngineGames
from bot.play.practice.practice import Practice
from bot.play.servers.limitations import Limitations
from bot.play.servers.server_admin import ServerAdmin
from rules.contract import Game


class TournamentGames(Protocol):
    """The games of tournaments, as challenges know them."""

    async def of_challenge(self, challenge: int) -> TournamentRef | None:
        """Return the tournament of a challenge, None where it is of none."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What the cards of challenges are made from."""

    games: Mapping[str, Game]
    people: PeopleDirectory
    settings: SettingsService
    readers: Readers
    practice: Practice
    tournaments: TournamentGames


@dataclass(frozen=True, slots=True)
class ChallengeServices:
    """What the feature is given."""

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
