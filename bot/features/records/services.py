"""The services of records, imports and checks of dice."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.records.service.exports import Exports
from bot.features.records.service.imports import Imports
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class RecordServices:
    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    matches: MatchQueries
    people: PeopleDirectory
    exports: Exports
    imports: Imports
