"""All services over a store as one flat object, for tests."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.app import App
from bot.chat.core.chat_services import ChatServices
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.challenges.service.counter_offers import CounterOffers
from bot.features.challenges.service.engine_games import EngineGames
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.rematches import Rematches
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.challenges.service.term_changes import TermChanges
from bot.features.engines.service.engine_turns import EngineTurns
from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice import Practice
from bot.features.following.service import Following
from bot.features.help.service import Welcomes
from bot.features.lessons.service import Lessons
from bot.features.letters.service import LetterContents
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.resignation import Resignations
from bot.features.matches.service.match_places import MatchPlaces
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.offers.offer_message_lookup import OfferMessages
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.matches.service.openings import Openings
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.matches.service.plans.kept_lines import KeptLines
from bot.features.matches.service.restoration import Restoration
from bot.features.matches.service.turns import Turns
from bot.features.matches.service.undo import Undo
from bot.features.people.service.agenda import AgendaQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.first_messages import FirstMessages
from bot.features.people.service.settings_service import SettingsService
from bot.features.privacy.service.blocked_games import BlockedGames
from bot.features.privacy.service.blocks import Blocks
from bot.features.privacy.service.deletions import Deletions
from bot.features.privacy.service.personal_exports import PersonalExports
from bot.features.privacy.service.retention import Retention
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.ratings.service.formula_news import FormulaNews
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.features.ratings.service.statistics import Statistics
from bot.features.records.service.exports import Exports
from bot.features.records.service.imports import Imports
from bot.features.reviews.service import Reviews
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.player_lists import PlayerLists
from bot.features.servers.service.presence import ServerPresence
from bot.features.servers.service.result_corrections import ResultCorrections
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.servers.service.subscriptions import Subscriptions
from bot.features.tournaments.service.ladders import Ladders
from bot.features.tournaments.service.tournaments import Tournaments
from bot.features.trial.service import TrialLeftovers
from bot.kernel.kernel import PACE, Kernel
from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.transactions.answered_requests import AnsweredRequests
from bot.kernel.transactions.name_cache import NameCache
from bot.kernel.transactions.unit_of_work import Change
from bot.model.agenda import Limits
from bot.model.engine_question import EngineService, NoEngines
from bot.model.ports import Chance, Clock, ReadMove, SecretChance, utc_now
from data.cluster.signal_values import Signal
from data.store import Store
from rules import GAMES
from rules.contract import Game
from rules.toolkit import typed


@dataclass(frozen=True, slots=True)
class Services(ChatServices):
    """Challenges, matches, people and servers over a store.

    Every action is one transaction, including its consequences. A repeated request gets the same answer again
    and changes nothing. A forbidden action raises Refusal or rules.contract.RulesError and changes nothing.
    """

    limits: Limits
    invitations: Invitations
    lobbies: Lobbies
    counter_offers: CounterOffers
    term_changes: TermChanges
    rematches: Rematches
    challenges: ChallengeQueries
    turns: Turns
    openings: Openings
    undo: Undo
    resignations: Resignations
    offers: OfferService
    conditional_moves: ConditionalMovesService
    substitutions: Substitutions
    deadlines: Deadlines
    timers: Any
    """The kernel's TimerSchedule."""
    matches: MatchQueries
    match_places: MatchPlaces
    offer_messages: OfferMessages
    exports: Exports
    imports: Imports
    kept_lines: KeptLines
    lessons: Lessons
    puzzles: Puzzles
    daily_puzzles: Subscriptions
    weekly_letters: Subscriptions
    letter_contents: LetterContents
    hints: Hints
    reviews: Reviews
    practice: Practice
    engine_turns: EngineTurns
    engine_games: EngineGames
    settings: SettingsService
    agenda: AgendaQueries
    people: PeopleDirectory
    following: Following
    first_messages: FirstMessages
    name_cache: NameCache
    ratings: RatingQueries
    formula_news: FormulaNews
    statistics: Statistics
    servers: ServerAdmin
    result_corrections: ResultCorrections
    player_lists: PlayerLists
    presence: ServerPresence
    welcomes: Welcomes
    limitations: Limitations
    trial_leftovers: TrialLeftovers
    blocks: Blocks
    blocked_games: BlockedGames
    deletions: Deletions
    personal_exports: PersonalExports
    retention: Retention
    answered_requests: AnsweredRequests
    restoration: Restoration
    tournaments: Tournaments
    ladders: Ladders
    listen: Callable[[Callable[[Signal], None]], Coroutine[Any, Any, None]]
    """Forwards the signals of other processes until cancelled."""
    app: App


__all__ = ["ROUTES", "Services", "make_services"]


def make_services(
    store: Store,
    games: Mapping[str, Game],
    clock: Clock,
    chance: Chance,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    committed: Callable[[Change], None] = lambda _: None,
    delivers: Callable[[], bool] = lambda: False,
    read_move: ReadMove = typed.read,
    claimant: str = "tests",
    alive: Callable[[], bool] = lambda: True,
    engines: EngineService | None = None,
    first_messages_every: timedelta = PACE,
) -> Services:
    kernel = Kernel(
        store=store,
        games=games,
        clock=clock,
        chance=chance,
        limits=limits,
        committed=committed,
        delivers=delivers,
        read_move=read_move,
        claimant=claimant,
        alive=alive,
        engines=engines or NoEngines(),
        first_messages_every=first_messages_every,
        routes=MessageRoutes(),
    )
    return services_of(App(kernel))


def _routes() -> MessageRoutes:
    nothing: Any = None
    kernel = Kernel(
        store=Store(nothing), games=GAMES, clock=utc_now, chance=SecretChance(), routes=MessageRoutes()
    )
    App(kernel)
    return kernel.routes


ROUTES: Final = _routes()
"""The routes of all features."""


def services_of(app: App) -> Services:
    """Return all services as one flat object."""
    kernel, matches, people = app.kernel, app.matches.services, app.people.services
    servers, challenges, engines = app.servers.services, app.challenges.services, app.engines.services
    ratings = app.ratings
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
        match_places=matches.places,
        offer_messages=matches.offer_messages,
        exports=app.records.exports,
        imports=app.records.imports,
        kept_lines=matches.kept_lines,
        lessons=app.lessons.lessons,
        puzzles=puzzles.puzzles,
        daily_puzzles=puzzles.daily_puzzles,
        weekly_letters=app.letters.weekly_letters,
        letter_contents=app.letters.contents,
        hints=engines.hints,
        reviews=app.reviews.reviews,
        practice=engines.practice,
        engine_turns=engines.turns,
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
