"""The services of ratings, leaderboards and profiles."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core.contributions.profile_notes import ProfileLine
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.ratings.service.formula_news import FormulaNews
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.features.ratings.service.statistics import Statistics
from bot.model.ports import Clock
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class RatingServices:
    interactions: Interactions
    games: Mapping[str, Game]
    ratings: RatingQueries
    formula_news: FormulaNews
    statistics: Statistics
    matches: MatchQueries
    people: PeopleDirectory
    profile_lines: Slot[ProfileLine]
    clock: Clock
