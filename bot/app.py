"""The application: the kernel and the features, put together by hand. This is the one list of features."""

from collections.abc import Mapping
from typing import Any

from bot.chat.core.app_context import AppContext
from bot.chat.core.chat import Chat
from bot.chat.core.pictures import Pictures
from bot.chat.surface import Surface
from bot.features.boards.feature import BoardsFeature
from bot.features.challenges.feature import ChallengesFeature
from bot.features.endings.feature import EndingsFeature
from bot.features.following.feature import FollowingFeature
from bot.features.help.feature import HelpFeature
from bot.features.lessons.feature import LessonsFeature
from bot.features.letters.feature import LettersFeature
from bot.features.matches.feature import MatchesFeature
from bot.features.moves.feature import MovesFeature
from bot.features.offers.feature import OffersFeature
from bot.features.overviews.feature import OverviewsFeature
from bot.features.people.feature import PeopleFeature
from bot.features.practice.feature import PracticeFeature
from bot.features.privacy.feature import PrivacyFeature
from bot.features.puzzles.feature import PuzzlesFeature
from bot.features.ratings.feature import RatingsFeature
from bot.features.records.feature import RecordsFeature
from bot.features.reviews.feature import ReviewsFeature
from bot.features.servers.feature import ServersFeature
from bot.features.start.feature import StartFeature
from bot.features.tables.feature import TablesFeature
from bot.features.tournaments.feature import TournamentsFeature
from bot.features.trial.feature import TrialFeature
from bot.kernel.kernel import Kernel
from bot.locale import Texts
from bot.play.domain.engine_question import NoEngines
from bot.play.ports import SecretChance, utc_now
from bot.play.services import Services
from data.store import Store
from render import Gallery
from rules.contract import Game


class App:
    """All features over one kernel, each after those that it uses, in the order of their projections."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.overviews = OverviewsFeature(kernel)
        self.matches = matches = MatchesFeature(kernel)
        self.people = people = PeopleFeature(kernel, matches)
        self.practice = practice = PracticeFeature(kernel, matches)
        self.servers = servers = ServersFeature(kernel, matches, people)
        self.boards = BoardsFeature(kernel, matches, people)
        self.moves = MovesFeature(kernel, matches, people, practice)
        self.challenges = challenges = ChallengesFeature(kernel, matches, people, servers, practice)
        self.tables = TablesFeature(kernel, matches, challenges)
        self.endings = EndingsFeature(kernel)
        self.following = FollowingFeature(kernel, matches)
        self.ratings = ratings = RatingsFeature(kernel, matches, people)
        self.offers = OffersFeature(kernel, matches, people, practice, challenges)
        self.tournaments = tournaments = TournamentsFeature(kernel, matches, servers, practice, challenges)
        self.records = RecordsFeature(kernel, matches, people)
        self.lessons = lessons = LessonsFeature(kernel)
        self.puzzles = puzzles = PuzzlesFeature(kernel)
        self.reviews = ReviewsFeature(kernel, matches, practice)
        self.start = StartFeature(kernel, matches, people, servers, practice, challenges)
        self.help = HelpFeature(kernel, matches, practice, lessons)
        self.letters = LettersFeature(kernel, matches, ratings, puzzles)
        self.privacy = PrivacyFeature(kernel, matches, people, challenges, tournaments)
        self.trial = TrialFeature(kernel, servers)
        self.features = kernel.features

    def surfaces(self, chat: Chat) -> tuple[Surface, ...]:
        """Return the surfaces of all features on Discord."""
        tournaments = self.tournaments.tournaments
        moves = self.moves.services(chat)
        challenges = self.challenges.services(chat, tournaments)
        return (
            self.people.surface(chat),
            self.practice.surface(chat, moves),
            self.servers.surface(
                chat, self.practice, self.puzzles.daily_puzzles, self.letters.weekly_letters
            ),
            self.boards.surface(chat),
            self.moves.surface(chat),
            self.challenges.surface(chat, tournaments),
            self.tables.surface(chat, challenges),
            self.following.surface(chat),
            self.ratings.surface(chat, tournaments),
            self.offers.surface(chat),
            self.tournaments.surface(chat),
            self.records.surface(chat, challenges),
            self.lessons.surface(chat, moves),
            self.puzzles.surface(chat),
            self.reviews.surface(chat),
            self.start.surface(chat),
            self.help.surface(chat),
            self.letters.surface(chat),
            self.privacy.surface(chat),
            self.trial.surface(chat),
        )


def bare_surfaces(games: Mapping[str, Game], texts: Texts) -> tuple[Surface, ...]:
    """Return all surfaces of a bot with engines to look at; nothing of them works, as there is no store."""
    nothing: Any = None
    kernel = Kernel(
        store=Store(nothing), games=games, clock=utc_now, chance=SecretChance(), engines=NoEngines(1)
    )
    app = App(kernel)
    context = AppContext(services_of(app), nothing, games, Pictures(Gallery()), texts)
    return app.surfaces(context.chat)


def services_of(app: App) -> Services:
    """Return all services, flat."""
    kernel, matches, people, servers = app.kernel, app.matches, app.people, app.servers
    challenges, practice, ratings = app.challenges, app.practice, app.ratings
    privacy, puzzles, tournaments = app.privacy, app.puzzles, app.tournaments
    return Services(
        limits=kernel.limits,
        invitations=challenges.invitations,
        lobbies=challenges.lobbies,
        counter_offers=challenges.counter_offers,
        term_changes=challenges.term_changes,
        rematches=challenges.rematches,
        challenges=challenges.queries,
        turns=matches.turns,
        openings=matches.openings,
        undo=matches.undo,
        resignations=matches.resignations,
        offers=matches.offers,
        conditional_moves=matches.conditional_moves,
        substitutions=challenges.substitutions,
        deadlines=matches.deadlines,
        timers=kernel.timers(),
        matches=matches.queries,
        exports=app.records.exports,
        imports=app.records.imports,
        kept_lines=matches.kept_lines,
        lessons=app.lessons.lessons,
        puzzles=puzzles.puzzles,
        daily_puzzles=puzzles.daily_puzzles,
        weekly_letters=app.letters.weekly_letters,
        letter_contents=app.letters.contents,
        hints=practice.hints,
        reviews=app.reviews.reviews,
        practice=practice.practice,
        engine_turns=practice.engine_turns,
        engine_games=challenges.engine_games,
        settings=people.settings,
        agenda=people.agenda,
        people=people.directory,
        following=app.following.following,
        first_messages=people.first_messages,
        name_cache=kernel.names,
        ratings=ratings.queries,
        formula_news=ratings.formula_news,
        statistics=ratings.statistics,
        servers=servers.admin,
        result_corrections=servers.result_corrections,
        player_lists=servers.player_lists,
        presence=servers.presence,
        welcomes=app.help.welcomes,
        limitations=servers.limitations,
        trial_leftovers=app.trial.leftovers,
        blocks=privacy.blocks,
        blocked_games=privacy.blocked_games,
        deletions=privacy.deletions,
        personal_exports=privacy.personal_exports,
        retention=privacy.retention,
        answered_requests=kernel.work.answers,
        restoration=matches.restoration,
        tournaments=tournaments.tournaments,
        ladders=tournaments.ladders,
        listen=kernel.store.listen,
        app=app,
    )
