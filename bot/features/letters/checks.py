"""Checks of the timers of letters."""

from typing import Final

from bot.kernel.checks import timed
from bot.play.domain.servers.weekly_letters import WEEKLY_LETTER
from data.schema import subscriptions

CHECKS: Final = timed(
    subscriptions, subscriptions.c.server, WEEKLY_LETTER, subscriptions.c.kind == WEEKLY_LETTER
)
