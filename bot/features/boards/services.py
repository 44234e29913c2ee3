"""The dependencies of boards."""

from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory


@dataclass(frozen=True, slots=True)
class BoardServices:
    interactions: Interactions
    lookup: MatchLookup
    matches: MatchQueries
    people: PeopleDirectory
    agenda: AgendaQueries
