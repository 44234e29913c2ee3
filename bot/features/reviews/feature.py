"""Reviews: an engine's judgment of each ply of a finished game."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.reviews import buttons as review_buttons
from bot.features.reviews import contributions, domain, store
from bot.features.reviews.service import Reviews
from bot.features.reviews.services import ReviewServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class ReviewsFeature:
    """The service of reviews, and `/review` if engines are available."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade, engines: EnginesFacade) -> None:
        self._matches = matches
        self._engines = engines
        self.reviews = Reviews(kernel.work, kernel.engines)
        kernel.register(
            Feature(
                name="reviews",
                refusals=domain.REASONS,
                tables=store.TABLES,
                exports=(store.export_reviews,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = ReviewServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            matches=self._matches.queries,
            reviews=self.reviews,
            practice=self._engines.practice,
        )
        return Surface(
            name="reviews",
            more_buttons=contributions.MORE_BUTTONS,
            commands=bound_commands(own, review_buttons.COMMANDS) if self.reviews.is_offered else (),
            buttons=bind_handlers(review_buttons.HANDLERS, own),
        )
