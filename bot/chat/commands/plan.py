"""`/plan`: conditional moves, entered, shown and deleted in a private panel."""

from typing import Any

from discord import app_commands

from bot.chat.commands.of_match import match_command
from bot.chat.house import House
from bot.chat.planning import open_planner


def plan_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(house, "command.plan", "command.plan.about", open_planner)
