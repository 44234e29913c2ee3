"""What each feature is given, out of all that play can do."""

import asyncio

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.features.boards.services import BoardServices
from bot.chat.features.challenges.services import Cards, ChallengeServices
from bot.chat.features.following.services import FollowingServices
from bot.chat.features.help.services import HelpServices
from bot.chat.features.lessons.services import LessonServices
from bot.chat.features.letters.services import LetterServices
from bot.chat.features.moves.services import MoveServices
from bot.chat.features.offers.services import OfferServices
from bot.chat.features.people.services import PeopleServices
from bot.chat.features.puzzles.services import PuzzleServices
from bot.chat.features.ratings.services import RatingServices
from bot.chat.features.records.services import RecordServices
from bot.chat.features.reviews.services import ReviewServices
from bot.chat.features.servers.services import ServerServices
from bot.chat.features.start.services import StartServices
from bot.chat.features.tables.services import TableServices
from bot.chat.features.tournaments.services import TournamentServices
from bot.chat.features.trial.services import TrialServices


def people_services(app: AppContext) -> PeopleServices:
    """Return what the feature "people" is given."""
    does = app.services
    return PeopleServices(
        interactions=app.interactions,
        lookup=app.lookup,
        people=does.people,
        agenda=does.agenda,
        limits=does.limits,
        settings=does.settings,
        blocks=does.blocks,
        blocked_games=does.blocked_games,
        deletions=does.deletions,
        personal_exports=does.personal_exports,
        links=app.links,
        clock=app.clock,
    )


def ratings_services(app: AppContext) -> RatingServices:
    """Return what the feature "ratings" is given."""
    does = app.services
    return RatingServices(
        interactions=app.interactions,
        games=app.games,
        ratings=does.ratings,
        formula_news=does.formula_news,
        statistics=does.statistics,
        matches=does.matches,
        people=does.people,
        tournaments=does.tournaments,
        clock=app.clock,
    )


def puzzles_services(app: AppContext) -> PuzzleServices:
    """Return what the feature "puzzles" is given."""
    return PuzzleServices(interactions=app.interactions, puzzles=app.services.puzzles)


def lessons_services(app: AppContext) -> LessonServices:
    """Return what the feature "lessons" is given."""
    return LessonServices(lessons=app.services.lessons, playing=moves_services(app))


def following_services(app: AppContext) -> FollowingServices:
    """Return what the feature "following" is given."""
    does = app.services
    return FollowingServices(lookup=app.lookup, matches=does.matches, following=does.following)


def letters_services(app: AppContext) -> LetterServices:
    """Return what the feature "letters" is given."""
    does = app.services
    return LetterServices(letters=does.weekly_letters, contents=does.letter_contents, puzzles=does.puzzles)


def help_services(app: AppContext) -> HelpServices:
    """Return what the feature "help" is given."""
    does = app.services
    return HelpServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        matches=does.matches,
        links=app.links,
        practice=does.practice,
        lessons=does.lessons,
    )


def start_services(app: AppContext) -> StartServices:
    """Return what the feature "start" is given."""
    does = app.services
    return StartServices(
        interactions=app.interactions,
        games=app.games,
        matches=does.matches,
        invitations=does.invitations,
        agenda=does.agenda,
        limits=does.limits,
        servers=does.servers,
        limitations=does.limitations,
        clock=app.clock,
        practice=does.practice,
    )


def boards_services(app: AppContext) -> BoardServices:
    """Return what the feature "boards" is given."""
    does = app.services
    return BoardServices(
        interactions=app.interactions,
        lookup=app.lookup,
        matches=does.matches,
        people=does.people,
    )


def moves_services(app: AppContext) -> MoveServices:
    """Return what the feature "moves" is given."""
    does = app.services
    return MoveServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        matches=does.matches,
        turns=does.turns,
        undo=does.undo,
        conditional_moves=does.conditional_moves,
        kept_lines=does.kept_lines,
        limits=does.limits,
        agenda=does.agenda,
        people=does.people,
        settings=does.settings,
        moves=app.moves,
        practice=does.practice,
        hints=does.hints,
    )


def records_services(app: AppContext) -> RecordServices:
    """Return what the feature "records" is given."""
    does = app.services
    return RecordServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        matches=does.matches,
        people=does.people,
        exports=does.exports,
        imports=does.imports,
    )


def reviews_services(app: AppContext) -> ReviewServices:
    """Return what the feature "reviews" is given."""
    does = app.services
    return ReviewServices(
        interactions=app.interactions,
        lookup=app.lookup,
        matches=does.matches,
        reviews=does.reviews,
        practice=does.practice,
    )


def servers_services(app: AppContext) -> ServerServices:
    """Return what the feature "servers" is given."""
    does = app.services
    return ServerServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        servers=does.servers,
        player_lists=does.player_lists,
        limitations=does.limitations,
        first_messages=does.first_messages,
        result_corrections=does.result_corrections,
        daily_puzzles=does.daily_puzzles,
        weekly_letters=does.weekly_letters,
        matches=does.matches,
        people=does.people,
        has_engines=does.practice.is_offered,
    )


def challenges_services(app: AppContext) -> ChallengeServices:
    """Return what the feature "challenges" is given."""
    does = app.services
    return ChallengeServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        challenges=does.challenges,
        invitations=does.invitations,
        lobbies=does.lobbies,
        counter_offers=does.counter_offers,
        term_changes=does.term_changes,
        rematches=does.rematches,
        matches=does.matches,
        people=does.people,
        servers=does.servers,
        limitations=does.limitations,
        agenda=does.agenda,
        limits=does.limits,
        cards=Cards(app.games, does.people, does.settings, app.readers, does.practice, does.tournaments),
        pressed=PressedMessages(app.retelling, app.epochs.current),
        practice=does.practice,
        engine_games=does.engine_games,
    )


def tables_services(app: AppContext) -> TableServices:
    """Return what the feature "tables" is given."""
    does = app.services
    return TableServices(
        interactions=app.interactions,
        lookup=app.lookup,
        challenges=challenges_services(app),
        matches=does.matches,
        substitutions=does.substitutions,
        readers=app.readers,
    )


def offers_services(app: AppContext) -> OfferServices:
    """Return what the feature "offers" is given."""
    does = app.services
    return OfferServices(
        interactions=app.interactions,
        lookup=app.lookup,
        games=app.games,
        matches=does.matches,
        offers=does.offers,
        deadlines=does.deadlines,
        resignations=does.resignations,
        substitutions=does.substitutions,
        agenda=does.agenda,
        readers=app.readers,
        pressed=PressedMessages(app.retelling, app.epochs.current),
        practice=does.practice,
    )


def tournaments_services(app: AppContext) -> TournamentServices:
    """Return what the feature "tournaments" is given."""
    does = app.services
    return TournamentServices(
        interactions=app.interactions,
        games=app.games,
        tournaments=does.tournaments,
        ladders=does.ladders,
        servers=does.servers,
        has_engines=does.practice.is_offered,
    )


def trial_services(app: AppContext) -> TrialServices:
    """Return the services of the feature "trial"."""
    does = app.services
    return TrialServices(
        interactions=app.interactions,
        games=app.games,
        servers=does.servers,
        limitations=does.limitations,
        leftovers=does.trial_leftovers,
        trials=app.trials,
        clock=app.clock,
        epoch=app.epochs.current,
        wake=app.wake,
        pause=asyncio.sleep,
    )
