"""`/resign`: give a match up, after a question."""

from typing import Any

from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.match_command import match_command
from bot.chat.features.offers.more_buttons import ask_to_resign


def resign_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(app, "command.resign", "command.resign.about", ask_to_resign)
