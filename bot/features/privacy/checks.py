"""Checks of deletions, of persons and of servers."""

from typing import Final

from bot.kernel.checks import timed
from data.schema import (
    DELETION_TIMER,
    SERVER_IS_GONE,
    SERVER_TIMER,
    deletions,
    servers,
)

CHECKS: Final = (
    *timed(deletions, deletions.c.player, DELETION_TIMER),
    *timed(servers, servers.c.id, SERVER_TIMER, SERVER_IS_GONE),
)
