"""`/resign`: give a match up, after a question."""

from typing import Any

from discord import app_commands

from bot.chat.commands.of_match import match_command
from bot.chat.house import House
from bot.chat.presses import ask_to_resign


def resign_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(house, "command.resign", "command.resign.about", ask_to_resign)
