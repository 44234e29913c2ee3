"""The slash commands, made from what the games say about themselves."""

from typing import Any

from discord import app_commands

from bot.chat.commands.challenge import challenge_group
from bot.chat.commands.games import games_command
from bot.chat.commands.help import help_command
from bot.chat.commands.imports import import_command
from bot.chat.commands.matches.board import board_command
from bot.chat.commands.matches.dice import dice_group
from bot.chat.commands.matches.explore import explore_command
from bot.chat.commands.matches.move import move_command
from bot.chat.commands.matches.offer import offer_command
from bot.chat.commands.matches.plan import plan_command
from bot.chat.commands.matches.records import export_command, replay_command
from bot.chat.commands.matches.rematch import rematch_command
from bot.chat.commands.matches.resign import resign_command
from bot.chat.commands.matches.substitute import substitute_command
from bot.chat.commands.people.block import block_command
from bot.chat.commands.people.privacy import privacy_command
from bot.chat.commands.people.settings import settings_command
from bot.chat.commands.people.vacation import vacation_group
from bot.chat.commands.ratings.about_game import leaderboard_command, stats_command
from bot.chat.commands.ratings.about_someone import profile_command, rating_command
from bot.chat.commands.rules import rules_command
from bot.chat.commands.servers.open import open_command
from bot.chat.commands.servers.server import server_group
from bot.chat.toolkit.app_context import AppContext


def all_commands(app: AppContext) -> list[app_commands.Command[Any, ..., None] | app_commands.Group]:
    """Return every command of the bot."""
    return [
        challenge_group(app),
        open_command(app),
        move_command(app),
        board_command(app),
        explore_command(app),
        games_command(app),
        resign_command(app),
        substitute_command(app),
        offer_command(app),
        rematch_command(app),
        plan_command(app),
        replay_command(app),
        export_command(app),
        import_command(app),
        rating_command(app),
        leaderboard_command(app),
        stats_command(app),
        profile_command(app),
        rules_command(app),
        dice_group(app),
        settings_command(app),
        vacation_group(app),
        block_command(app),
        privacy_command(app),
        server_group(app),
        help_command(app),
    ]
