"""Checks of the timers of puzzles."""

from typing import Final

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE
from bot.kernel.checks import timed
from bot.repositories.tables.subscription_tables import subscriptions

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, DAILY_PUZZLE, subscriptions.c.kind == DAILY_PUZZLE
)
