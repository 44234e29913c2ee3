"""Ratings: how strong players are, leaderboards, profiles and statistics."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.ratings import checks, contributions
from bot.features.ratings import commands as ratings
from bot.features.ratings.projections import project_ratings
from bot.features.ratings.service.formula_news import FormulaNews
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.features.ratings.service.statistics import Statistics
from bot.features.ratings.services import RatingServices
from bot.features.ratings.store import owned_tables as store
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class RatingsFeature:
    """The services of ratings, and the commands that show them."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade, people: PeopleFacade) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self.queries = RatingQueries(kernel.store, kernel.games, kernel.clock)
        self.formula_news = FormulaNews(kernel.store)
        self.statistics = Statistics(kernel.store, kernel.games)
        kernel.register(
            Feature(
                name="ratings",
                checks=checks.CHECKS,
                tables=store.TABLES,
                projections=(project_ratings(kernel.games),),
            )
        )

    def services(self, chat: Chat) -> RatingServices:
        return RatingServices(
            interactions=chat.interactions,
            games=self._kernel.games,
            ratings=self.queries,
            formula_news=self.formula_news,
            statistics=self.statistics,
            matches=self._matches.queries,
            people=self._people.directory,
            profile_lines=chat.slots.profile_lines,
            clock=chat.clock,
        )

    def surface(self, chat: Chat) -> Surface:
        own = self.services(chat)
        return Surface(
            name="ratings",
            letter_paragraphs=contributions.letter_paragraphs(self.queries),
            commands=bound_commands(own, ratings.COMMANDS),
            buttons=bind_handlers(ratings.HANDLERS, own),
        )
