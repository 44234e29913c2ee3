"""The application: the kernel and all features, wired by hand. This is the only list of features."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, Self

from bot.chat.core.app_context import AppContext
from bot.chat.core.chat import Chat
from bot.chat.core.chat_services import ChatServices
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.message_posts import NoteLimitation
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.boards.feature import BoardsFeature
from bot.features.challenges.feature import ChallengesFeature
from bot.features.challenges.ports import ChallengePorts
from bot.features.endings.feature import EndingsFeature
from bot.features.engines.feature import EnginesFeature
from bot.features.following.feature import FollowingFeature
from bot.features.help.feature import HelpFeature
from bot.features.lessons.feature import LessonsFeature
from bot.features.letters.feature import LettersFeature
from bot.features.matches.feature import MatchesFeature
from bot.features.matches.ports import MatchPorts
from bot.features.moves.feature import MovesFeature
from bot.features.offers.feature import OffersFeature
from bot.features.overviews.feature import OverviewsFeature
from bot.features.overviews.projections import touch_overview
from bot.features.people.feature import PeopleFeature
from bot.features.practice.feature import PracticeFeature
from bot.features.privacy.feature import PrivacyFeature
from bot.features.puzzles.feature import PuzzlesFeature
from bot.features.ratings.feature import RatingsFeature
from bot.features.ratings.projections import recount_ratings
from bot.features.ratings.service.recount import Recounted as Recounted  # noqa: PLC0414  # for operations
from bot.features.ratings.service.recount import recount as recount  # noqa: PLC0414  # for operations
from bot.features.ratings.service.recount import recount_outdated as recount_outdated  # noqa: PLC0414  # for operations
from bot.features.records.feature import RecordsFeature
from bot.features.reviews.feature import ReviewsFeature
from bot.features.seats.feature import SeatsFeature
from bot.features.servers.feature import ServersFeature
from bot.features.servers.sender import limitation_recorder
from bot.features.tournaments.feature import TournamentsFeature
from bot.features.tournaments.messages.dice_seal_message import is_seal
from bot.features.tournaments.messages.tournament_sender import TournamentGameCards
from bot.features.tournaments.service.dice_places import find_tree, is_in_place
from bot.features.tournaments.service.tournament_seats import is_in_tournament, others_of_place
from bot.features.trial.feature import TrialFeature
from bot.features.web.feature import WebFeature
from bot.features.web.web_settings import WebSettings
from bot.kernel.checks import Contradiction
from bot.kernel.kernel import Kernel
from bot.kernel.probes import Probe
from bot.locale import Texts
from bot.model.engine_question import NoEngines
from bot.model.ports import SecretChance, utc_now
from bot.settings import Settings
from data.schema.base import metadata
from data.store import Store
from render import Gallery
from rules.contract import Game

TABLES: Final = metadata
"""The tables of all features, declared by the store modules imported above."""
_NOTHING: Final[Any] = None


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """The owner's settings for individual features."""

    web: WebSettings | None = None

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Select the settings that features need."""
        return cls(web=settings.web_page(settings.api_url))


class App:
    """All features over one kernel, in the order of their projections. A feature follows those it uses."""

    def __init__(self, kernel: Kernel, settings: FeatureSettings = FeatureSettings()) -> None:
        self.kernel = kernel
        self.matches = MatchesFeature(
            kernel,
            MatchPorts(find_tree=find_tree, is_in_place=is_in_place, touch_overview=touch_overview),
        )
        matches = self.matches.services
        self.people = PeopleFeature(kernel, matches)
        people = self.people.services
        self.engines = EnginesFeature(kernel, matches)
        engines = self.engines.services
        self.servers = ServersFeature(kernel, matches, people, recount_ratings)
        servers = self.servers.services
        self.boards = BoardsFeature(kernel, matches, people)
        self.moves = MovesFeature(kernel, matches, people, engines)
        self.challenges = ChallengesFeature(
            kernel,
            matches,
            people,
            servers,
            engines,
            ChallengePorts(is_in_tournament=is_in_tournament, other_seats=others_of_place),
        )
        challenges = self.challenges.services
        self.overviews = OverviewsFeature(kernel)
        self.seats = SeatsFeature(kernel, matches, challenges)
        self.endings = EndingsFeature(kernel, matches)
        self.following = FollowingFeature(kernel, matches)
        self.ratings = RatingsFeature(kernel, matches, people)
        self.offers = OffersFeature(kernel, matches, engines)
        self.tournaments = TournamentsFeature(kernel, matches, servers, engines, challenges)
        self.records = RecordsFeature(kernel, matches, people)
        self.lessons = LessonsFeature(kernel, engines)
        self.puzzles = PuzzlesFeature(kernel)
        self.reviews = ReviewsFeature(kernel, matches, engines)
        self.practice = PracticeFeature(kernel, engines)
        self.help = HelpFeature(kernel, matches, engines, self.lessons.lessons)
        self.letters = LettersFeature(kernel, matches, self.tournaments.tournaments, self.puzzles.puzzles)
        self.privacy = PrivacyFeature(kernel, matches, people, challenges)
        self.trial = TrialFeature(kernel, servers)
        reviews = self.reviews.reviews
        self.web = WebFeature(
            kernel, matches, people.settings, engines, servers, challenges, reviews, settings.web
        )
        self.features = kernel.features

    @property
    def chat_services(self) -> ChatServices:
        """The services that the chat itself uses."""
        return ChatServices(
            settings=self.people.services.settings,
            name_cache=self.kernel.names,
            people=self.people.services.directory,
            matches=self.matches.services.queries,
            challenges=self.challenges.services.queries,
            servers=self.servers.services.admin,
            presence=self.servers.services.presence,
            welcomes=self.help.welcomes,
            deletions=self.privacy.deletions,
            first_messages=self.people.services.first_messages,
            timers=self.kernel.timers(),
            retention=self.privacy.retention,
            engine_turns=self.engines.services.turns,
            trial_leftovers=self.trial.leftovers,
            listen=self.kernel.store.listen,
        )

    def surfaces(self, chat: Chat) -> tuple[Surface, ...]:
        tournaments = self.tournaments.tournaments
        return (
            self.people.surface(chat),
            self.servers.surface(chat, self.engines.services),
            self.boards.surface(chat),
            self.moves.surface(chat),
            self.challenges.surface(chat, tournaments),
            self.seats.surface(chat),
            self.following.surface(chat),
            self.ratings.surface(chat),
            self.offers.surface(chat),
            self.tournaments.surface(chat),
            self.records.surface(chat),
            self.lessons.surface(chat),
            self.puzzles.surface(chat, self.servers.services),
            self.reviews.surface(chat),
            self.practice.surface(chat),
            self.help.surface(chat),
            self.letters.surface(chat, self.servers.services),
            self.privacy.surface(chat),
            self.trial.surface(chat),
            self.web.surface(chat),
        )

    def serving(self, chat: Chat, application: Callable[[], int | None]) -> AbstractAsyncContextManager[None]:
        """Serve the web page during the block, if it is enabled. Raises CannotListen."""
        return self.web.serving(chat, application)

    @property
    def note_limitation(self) -> NoteLimitation:
        """The function that stores the refusal of a place."""
        return limitation_recorder(self.servers.services.limitations)

    def messages(self, chat: Chat, access: DiscordAccess) -> tuple[Messages, ...]:
        challenges, servers = self.challenges.services, self.servers.services
        tournaments, admin = self.tournaments.tournaments, servers.admin
        game_cards = TournamentGameCards(tournaments)
        homes = self.boards.homes(chat, access, challenges.queries, game_cards, admin)
        return (
            self.overviews.messages(chat, access, admin),
            self.servers.messages(chat, access),
            self.boards.messages(chat, access, homes, challenges.queries, admin, self.ratings.queries),
            self.challenges.messages(chat, access, tournaments, game_cards),
            self.seats.messages(chat, access, homes, tournaments, self.engines.services.practice),
            self.endings.messages(chat, access, homes, admin),
            self.following.messages(chat, access),
            self.offers.messages(chat, access, homes),
            self.tournaments.messages(chat, access),
            self.puzzles.messages(chat, access, servers),
            self.help.messages(chat, access),
            self.letters.messages(chat, access, servers),
            self.privacy.messages(chat, access, self.help.welcomes, is_seal),
            self.trial.messages(access),
            self.web.messages(chat, access),
        )


def bare_app(games: Mapping[str, Game], settings: FeatureSettings = FeatureSettings()) -> App:
    """Return the features for inspection only: without a store none of them works."""
    store, engines = Store(_NOTHING), NoEngines(1)
    kernel = Kernel(store=store, games=games, clock=utc_now, chance=SecretChance(), engines=engines)
    return App(kernel, settings)


def bare_surfaces(games: Mapping[str, Game], texts: Texts) -> tuple[Surface, ...]:
    """Return the surfaces of a bare app."""
    app = bare_app(games)
    context = AppContext(app.chat_services, _NOTHING, games, Pictures(Gallery()), texts)
    return app.surfaces(context.chat)


def all_checks(games: Mapping[str, Game]) -> Sequence[Contradiction]:
    return [check for feature in bare_app(games).features for check in feature.checks]


def all_probes(games: Mapping[str, Game], settings: FeatureSettings) -> Sequence[Probe]:
    """Return the probes of all features for `fernpartie doctor`."""
    return [probe for feature in bare_app(games, settings).features for probe in feature.probes]
