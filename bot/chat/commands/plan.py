"""`/plan`: conditional moves, entered, shown and deleted in a private panel."""

from typing import Any

from discord import app_commands

from bot.chat.commands.of_match import match_command
from bot.chat.house import House
from bot.chat.planning import open_planner
from bot.chat.private import is_plannable
from bot.play.model import Match


def plan_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(house, "command.plan", "command.plan.about", open_planner, _plans)


def _plans(match: Match, person: int) -> bool:
    return is_plannable(match, match.seat_of(person))
