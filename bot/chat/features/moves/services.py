"""What moving, planning and trying out need."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.parsing.move import MoveReader
from bot.play.domain.agenda import Limits
from bot.play.learning.hints import Hints
from bot.play.matches.conditional_moves import ConditionalMovesService
from bot.play.matches.kept_lines import KeptLines
from bot.play.matches.match_queries import MatchQueries
from bot.play.matches.turns import Turns
from bot.play.matches.undo import Undo
from bot.play.people.agenda import AgendaQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.settings_service import SettingsService
from bot.play.practice.practice import Practice
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class MoveServices:
    """What the feature is given. `moves` knows the words in which moves are typed."""

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
    practice: Practice
    hints: Hints
