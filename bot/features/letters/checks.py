"""Checks of the timers of letters."""

from typing import Final

from bot.features.letters.domain import WEEKLY_LETTER
from bot.kernel.checks import timed
from bot.repositories.tables.subscription_tables import subscriptions

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, WEEKLY_LETTER, subscriptions.c.kind == WEEKLY_LETTER
)
