"""The slash commands, made from what the games say about themselves."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.chat.assembly import (
    boards_services,
    challenges_services,
    help_services,
    lessons_services,
    moves_services,
    offers_services,
    people_services,
    puzzles_services,
    ratings_services,
    records_services,
    reviews_services,
    servers_services,
    tables_services,
    tournaments_services,
    trial_services,
)
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.features.boards.board_buttons import board_command
from bot.chat.features.challenges.challenge_command import challenge_group
from bot.chat.features.challenges.rematch_buttons import rematch_command
from bot.chat.features.help.help_command import help_command
from bot.chat.features.help.rules import rules_command
from bot.chat.features.lessons.lesson_buttons import learn_command
from bot.chat.features.moves.exploring.explore_buttons import explore_command
from bot.chat.features.moves.move_command import move_command
from bot.chat.features.moves.plans.conditional_move_buttons import plan_command
from bot.chat.features.offers.more_buttons import resign_command
from bot.chat.features.offers.offer_buttons import offer_command
from bot.chat.features.people.blocks import block_command
from bot.chat.features.people.games import games_command
from bot.chat.features.people.privacy import privacy_command
from bot.chat.features.people.settings import settings_command
from bot.chat.features.people.vacation import vacation_group
from bot.chat.features.practice.practice_buttons import practice_command
from bot.chat.features.puzzles.puzzle_buttons import puzzle_command
from bot.chat.features.ratings.ratings import rating_commands
from bot.chat.features.records.dice_command import dice_group
from bot.chat.features.records.import_command import import_command
from bot.chat.features.records.record_buttons import record_commands
from bot.chat.features.reviews.review_buttons import review_command
from bot.chat.features.servers.server_command import server_group
from bot.chat.features.tables.partner_buttons import open_command
from bot.chat.features.tables.seat_buttons import substitute_command
from bot.chat.features.tournaments.tournament_command import tournament_group
from bot.chat.features.trial.trial_command import trial_command
from bot.locale import Texts
from bot.play.domain.engine_question import NoEngines
from bot.play.ports import SecretChance, utc_now
from bot.play.services import make_services
from data.store import Store
from render import Gallery
from rules.contract import Game

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group


def all_commands(app: AppContext) -> list[AnyCommand]:
    """Return every command of the bot."""
    moves, records = moves_services(app), records_services(app)
    challenges, offers = challenges_services(app), offers_services(app)
    helping, people = help_services(app), people_services(app)
    return [
        challenge_group(challenges),
        open_command(challenges),
        move_command(moves),
        board_command(boards_services(app)),
        explore_command(moves),
        games_command(people),
        resign_command(offers),
        substitute_command(tables_services(app)),
        offer_command(offers),
        rematch_command(challenges),
        plan_command(moves),
        *record_commands(records),
        import_command(records),
        *rating_commands(ratings_services(app)),
        tournament_group(tournaments_services(app)),
        rules_command(helping),
        learn_command(lessons_services(app)),
        puzzle_command(puzzles_services(app)),
        *([practice_command(moves)] if app.services.practice.is_offered else []),
        *([review_command(reviews_services(app))] if app.services.reviews.is_offered else []),
        dice_group(records, challenges),
        settings_command(people),
        vacation_group(people),
        block_command(people),
        privacy_command(people),
        server_group(servers_services(app), trial_command(trial_services(app))),
        help_command(helping),
    ]


def declared_commands(games: Mapping[str, Game], texts: Texts) -> list[AnyCommand]:
    """Return every command to be looked at: nobody uses these, as there is nothing behind them."""
    nothing: Any = None
    services = make_services(Store(nothing), games, utc_now, SecretChance(), engines=NoEngines(1))
    return all_commands(AppContext(services, nothing, games, Pictures(Gallery()), texts))
