"""Checks of the timers of letters."""

from typing import Final

from bot.features.letters.domain import WEEKLY_LETTER
from bot.features.servers.store.subscriptions import subscriptions
from bot.kernel.checks import timed

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, WEEKLY_LETTER, subscriptions.c.kind == WEEKLY_LETTER
)
