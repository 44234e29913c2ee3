"""The services for moves, plans and variations."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.parsing.move import MoveReader
from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice_page import PracticePages
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.matches.service.plans.kept_lines import KeptLines
from bot.features.matches.service.turns import Turns
from bot.features.matches.service.undo import Undo
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.settings_service import SettingsService
from bot.model.agenda import Limits
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class MoveServices:
    """The dependencies of the feature. `moves` parses typed moves."""

    interactions: Interactions
    lookup: MatchLookup
    games: Mapping[str, Game]
    matches: MatchQueries
    turns: Turns
    undo: Undo
    conditional_moves: ConditionalMovesService
    kept_lines: KeptLines
    limits: Limits
    agenda: AgendaQueries
    people: PeopleDirectory
    settings: SettingsService
    moves: MoveReader
    practice_pages: PracticePages
    hints: Hints
