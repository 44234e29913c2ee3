"""`/resign`: give a match up, after a question."""

from typing import Any

from discord import app_commands

from bot.chat.commands.common.match_command import match_command
from bot.chat.components.match_buttons import ask_to_resign
from bot.chat.toolkit.app_context import AppContext


def resign_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(app, "command.resign", "command.resign.about", ask_to_resign)
