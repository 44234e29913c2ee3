"""`/plan`: conditional moves, entered, shown and deleted in a private panel."""

from typing import Any

from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.match_command import match_command
from bot.chat.features.moves.plans.conditional_move_buttons import open_planner
from bot.play.domain.match.permissions import is_plannable
from bot.play.domain.matches import Match


def plan_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    return match_command(app, "command.plan", "command.plan.about", open_planner, _plans)


def _plans(match: Match, person: int) -> bool:
    return is_plannable(match, match.seat_of(person))
