"""The services: everything people can do and everything there is to know, by feature."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from bot.play.challenges.challenge_answers import ChallengeAnswers
from bot.play.challenges.challenge_queries import ChallengeQueries
from bot.play.challenges.counter_offers import CounterOffers
from bot.play.challenges.invitations import Invitations
from bot.play.challenges.lobbies import Lobbies
from bot.play.challenges.rematches import Rematches
from bot.play.challenges.term_changes import TermChanges
from bot.play.deadline_schedule import DeadlineSchedule
from bot.play.domain.agenda import Limits
from bot.play.domain.engine_question import EngineService, NoEngines
from bot.play.learning.daily_puzzles import DailyPuzzles
from bot.play.learning.hints import Hints
from bot.play.learning.lessons import Lessons
from bot.play.learning.puzzles import Puzzles
from bot.play.learning.reviews import Reviews
from bot.play.letters.letter_contents import LetterContents
from bot.play.letters.weekly_letters import WeeklyLetters
from bot.play.matches.conditional_moves import ConditionalMovesService
from bot.play.matches.deadlines import Deadlines
from bot.play.matches.departures import Departures
from bot.play.matches.kept_lines import KeptLines
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.matches.match_queries import MatchQueries
from bot.play.matches.offers.offer_effects import OfferEffects
from bot.play.matches.offers.offer_service import OfferService
from bot.play.matches.openings import Openings
from bot.play.matches.resignation import Resignations
from bot.play.matches.turns import Turns
from bot.play.matches.undo import Undo
from bot.play.people.agenda import AgendaQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.first_messages import PACE, FirstMessages
from bot.play.people.following import Following
from bot.play.people.settings_service import SettingsService
from bot.play.ports import Chance, Clock, ReadMove
from bot.play.practice.engine_games import EngineGames
from bot.play.practice.engine_turns import EngineCalls, EngineTurns
from bot.play.practice.practice import Practice
from bot.play.privacy.blocked_games import BlockedGames
from bot.play.privacy.blocks import Blocks
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.personal_exports import PersonalExports
from bot.play.privacy.retention import Retention
from bot.play.privacy.server_removal import ServerRemoval
from bot.play.projections.endings import project_endings
from bot.play.projections.followers import project_followers
from bot.play.projections.messages import project_messages
from bot.play.projections.overviews import project_overviews
from bot.play.projections.ratings import project_ratings
from bot.play.projections.seat_offers import project_seat_offers
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
from bot.play.servers.trial_leftovers import TrialLeftovers
from bot.play.servers.welcomes import Welcomes
from bot.play.storage.name_cache import NameCache
from bot.play.storage.repeated_requests import AnsweredRequests
from bot.play.storage.state_cache import StateCache
from bot.play.storage.unit_of_work import Change, Delivery, UnitOfWork
from bot.play.substitutions.substitutions import Substitutions
from bot.play.tournaments.ladders import Ladders
from bot.play.tournaments.tournament_rounds import TournamentRounds
from bot.play.tournaments.tournaments import Tournaments
from data.records import Signal
from data.store import Store
from rules.contract import Game
from rules.toolkit import typed


@dataclass(frozen=True, slots=True)
class Services:
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
    deadline_schedule: DeadlineSchedule
    matches: MatchQueries
    exports: Exports
    imports: Imports
    kept_lines: KeptLines
    lessons: Lessons
    puzzles: Puzzles
    daily_puzzles: DailyPuzzles
    weekly_letters: WeeklyLetters
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


def make_services(
    store: Store,
    games: Mapping[str, Game],
    clock: Clock,
    chance: Chance,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    committed: Callable[[Change], None] = lambda _: None,
    delivery: Delivery | None = None,
    read_move: ReadMove = typed.read,
    claimant: str | None = None,
    alive: Callable[[], bool] = lambda: True,
    engines: EngineService | None = None,
    first_messages_every: timedelta = PACE,
) -> Services:
    """Return the services over a store; `committed` is told after each commit what it has led to.

    What is to be told is handed over to `delivery` if there is one; `read_move` reads what players type.
    Moves of `engines` are asked of them; without any nobody is offered one.
    What time brings is taken in hand as `claimant`. Nothing is changed but while it is surely `alive`.
    First direct messages are `first_messages_every` apart.
    """
    names, calls = NameCache(store), EngineCalls()

    def told(change: Change) -> None:
        calls.committed(change)
        committed(change)

    projections = (
        project_messages,
        project_overviews,
        project_seat_offers,
        project_endings,
        project_followers,
        project_ratings(games),
    )
    bare = UnitOfWork(
        store,
        games,
        clock,
        chance,
        limits,
        told,
        StateCache(games),
        names,
        projections,
        delivery,
        alive=alive,
    )
    rounds = TournamentRounds(bare, MatchLifecycle(bare))
    work = replace(bare, reactions=(rounds.follow,))
    lifecycle, answers = MatchLifecycle(work), ChallengeAnswers(work)
    effects = OfferEffects(work, lifecycle)
    departures = Departures(work, lifecycle, effects)
    deadlines = Deadlines(work, lifecycle, departures)
    lobbies = Lobbies(work, answers)
    invitations = Invitations(work, answers, lobbies)
    substitutions = Substitutions(work, answers, deadlines)
    ladders = Ladders(work, rounds, answers, invitations)
    tournaments = Tournaments(work, rounds, ladders, has_engines=(engines or NoEngines()).processes > 0)
    deletions = Deletions(work, answers, departures, deadlines, tournaments)
    imports, puzzles = Imports(work), Puzzles(work)
    daily_puzzles = DailyPuzzles(work, puzzles)
    matches, ratings = MatchQueries(work), RatingQueries(store, games, clock)
    letter_contents = LetterContents(work, matches, ratings)
    weekly_letters = WeeklyLetters(work, puzzles, letter_contents)
    engine_turns = EngineTurns(work, lifecycle, deadlines, effects, engines or NoEngines(), calls)
    return Services(
        limits=limits,
        invitations=invitations,
        lobbies=lobbies,
        counter_offers=CounterOffers(work, answers, invitations),
        term_changes=TermChanges(work, answers),
        rematches=Rematches(work, invitations),
        challenges=ChallengeQueries(store, games, clock),
        turns=Turns(work, lifecycle, deadlines, effects, read_move),
        openings=Openings(work, lifecycle),
        undo=Undo(work, lifecycle, deadlines),
        resignations=Resignations(work, departures, deadlines),
        offers=OfferService(work, effects, deadlines),
        conditional_moves=ConditionalMovesService(work, deadlines),
        substitutions=substitutions,
        deadlines=deadlines,
        deadline_schedule=DeadlineSchedule(
            work,
            deadlines,
            answers,
            substitutions,
            deletions,
            ServerRemoval(work),
            imports,
            daily_puzzles,
            weekly_letters,
            tournaments,
            claimant=claimant,
            alive=alive,
        ),
        matches=matches,
        exports=Exports(work),
        imports=imports,
        kept_lines=KeptLines(work),
        lessons=Lessons(work),
        puzzles=puzzles,
        daily_puzzles=daily_puzzles,
        weekly_letters=weekly_letters,
        letter_contents=letter_contents,
        hints=Hints(work, engines or NoEngines()),
        reviews=Reviews(work, engines or NoEngines()),
        practice=Practice(work, lifecycle, engine_turns),
        engine_turns=engine_turns,
        engine_games=EngineGames(work, answers, lobbies, substitutions, engine_turns),
        settings=SettingsService(work, lifecycle, deadlines),
        agenda=AgendaQueries(store),
        people=PeopleDirectory(store),
        following=Following(work),
        first_messages=FirstMessages(store, clock, first_messages_every),
        name_cache=names,
        ratings=ratings,
        formula_news=FormulaNews(store),
        statistics=Statistics(store, games),
        servers=ServerAdmin(work, lifecycle),
        result_corrections=ResultCorrections(work),
        player_lists=PlayerLists(work),
        presence=ServerPresence(work, deadlines),
        welcomes=Welcomes(work),
        limitations=Limitations(work),
        trial_leftovers=TrialLeftovers(store, clock),
        blocks=Blocks(work, answers),
        blocked_games=BlockedGames(work, lifecycle, departures, deadlines),
        deletions=deletions,
        personal_exports=PersonalExports(store, clock),
        retention=Retention(work),
        answered_requests=work.answers,
        restoration=Restoration(work),
        tournaments=tournaments,
        ladders=ladders,
        listen=store.listen,
    )
