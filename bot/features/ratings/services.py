"""What ratings, leaderboards and profiles are told from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.chat.core.interactions.interaction_handler import Interactions
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.ratings.service.formula_news import FormulaNews
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.features.ratings.service.statistics import Statistics
from bot.model.ports import Clock
from bot.model.tournament_references import Cup
from rules.contract import Game


class Cups(Protocol):
    """The cups of tournaments."""

    async def cups(self, person: int) -> Sequence[Cup]:
        """Return the tournaments that a person has won, the latest first."""


@dataclass(frozen=True, slots=True)
class RatingServices:
    """What the feature is given."""

    interactions: Interactions
    games: Mapping[str, Game]
    ratings: RatingQueries
    formula_news: FormulaNews
    statistics: Statistics
    matches: MatchQueries
    people: PeopleDirectory
    tournaments: Cups
    clock: Clock
