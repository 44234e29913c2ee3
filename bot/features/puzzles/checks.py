"""Checks of the timers of puzzles."""

from typing import Final

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE
from bot.features.servers.store.subscriptions import subscriptions
from bot.kernel.checks import timed

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, DAILY_PUZZLE, subscriptions.c.kind == DAILY_PUZZLE
)
