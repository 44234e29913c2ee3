"""All services over a store, flat, as tests use them."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.app import App
from bot.chat.core.chat_services import ChatServices
from bot.features.following.service import Following
from bot.features.letters.contents import LetterContents
from bot.features.puzzles.service.puzzles import Puzzles
from bot.kernel.kernel import PACE, Kernel
from bot.kernel.messages import MessageRoutes
from bot.play.challenges.challenge_queries import ChallengeQueries
from bot.play.challenges.counter_offers import CounterOffers
from bot.play.challenges.invitations import Invitations
from bot.play.challenges.lobbies import Lobbies
from bot.play.challenges.rematches import Rematches
from bot.play.challenges.term_changes import TermChanges
from bot.play.domain.agenda import Limits
from bot.play.domain.engine_question import EngineService, NoEngines
from bot.play.learning.hints import Hints
from bot.play.learning.lessons import Lessons
from bot.play.learning.reviews import Reviews
from bot.play.matches.conditional_moves import ConditionalMovesService
from bot.play.matches.deadlines import Deadlines
from bot.play.matches.kept_lines import KeptLines
from bot.play.matches.match_queries import MatchQueries
from bot.play.matches.messages.match_places import MatchPlaces
from bot.play.matches.offers.offer_message_lookup import OfferMessages
from bot.play.matches.offers.offer_service import OfferService
from bot.play.matches.openings import Openings
from bot.play.matches.resignation import Resignations
from bot.play.matches.turns import Turns
from bot.play.matches.undo import Undo
from bot.play.people.agenda import AgendaQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.first_messages import FirstMessages
from bot.play.people.settings_service import SettingsService
from bot.play.ports import Chance, Clock, ReadMove, SecretChance, utc_now
from bot.play.practice.engine_games import EngineGames
from bot.play.practice.engine_turns import EngineTurns
from bot.play.practice.practice import Practice
from bot.play.privacy.blocked_games import BlockedGames
from bot.play.privacy.blocks import Blocks
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.personal_exports import PersonalExports
from bot.play.privacy.retention import Retention
from bot.play.projections.earlier_notices import EARLIER
from bot.play.ratings.formula_news import FormulaNews
from bot.play.ratings.rating_queries import RatingQueries
from bot.play.ratings.statistics import Statistics
from bot.play.records.exports import Exports
from bot.play.records.imports import Imports
from bot.play.restores.restoration import Restoration
from bot.play.servers.limitations import Limitations
from bot.play.servers.player_lists import PlayerLists
from bot.play.servers.presence import ServerPresence
from bot.play.servers.result_corrections import ResultCorrections
from bot.play.servers.server_admin import ServerAdmin
from bot.play.servers.subscriptions import Subscriptions
from bot.play.servers.trial_leftovers import TrialLeftovers
from bot.play.servers.welcomes import Welcomes
from bot.play.storage.name_cache import NameCache
from bot.play.storage.repeated_requests import AnsweredRequests
from bot.play.storage.unit_of_work import Change, Delivery
from bot.play.substitutions.substitutions import Substitutions
from bot.play.tournaments.ladders import Ladders
from bot.play.tournaments.tournaments import Tournaments
from data.records import Signal
from data.store import Store
from rules import GAMES
from rules.contract import Game
from rules.toolkit import typed


@dataclass(frozen=True, slots=True)
class Services(ChatServices):
    """Challenges, matches, people and servers over a store.

    Every action is one transaction together with what follows from it. A request that was done before gets
    its answer again and changes nothing. What is not allowed raises Refusal or rules.contract.RulesError and
    leaves everything as it was.
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
    """The kernel's TimerSchedule, which lies above play."""
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
    """Passes on what other processes say, until it is cancelled."""
    app: App


__all__ = ["ROUTES", "Services", "make_services"]


def make_services(
    store: Store,
    games: Mapping[str, Game],
    clock: Clock,
    chance: Chance,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    committed: Callable[[Change], None] = lambda _: None,
    delivery: Delivery | None = None,
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
        delivery=delivery,
        read_move=read_move,
        claimant=claimant,
        alive=alive,
        engines=engines or NoEngines(),
        first_messages_every=first_messages_every,
        routes=MessageRoutes(EARLIER),
    )
    return services_of(App(kernel))


def _routes() -> MessageRoutes:
    nothing: Any = None
    kernel = Kernel(
        store=Store(nothing), games=GAMES, clock=utc_now, chance=SecretChance(), routes=MessageRoutes(EARLIER)
    )
    App(kernel)
    return kernel.routes


ROUTES: Final = _routes()
"""The routes of all features."""


def services_of(app: App) -> Services:
    """Return all services, flat."""
    kernel, matches, people, servers = app.kernel, app.matches, app.people, app.servers
    challenges, engines, ratings = app.challenges, app.engines, app.ratings
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
