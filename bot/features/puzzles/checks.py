"""Checks of the timers of puzzles."""

from typing import Final

from bot.kernel.checks import timed
from bot.play.domain.learning.daily_puzzles import DAILY_PUZZLE
from data.schema import subscriptions

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, DAILY_PUZZLE, subscriptions.c.kind == DAILY_PUZZLE
)
