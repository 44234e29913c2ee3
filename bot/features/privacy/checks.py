"""Checks of deletions, of persons and of servers."""

from typing import Final

from bot.kernel.checks import timed
from data.schema.people import DELETION_TIMER, deletions
from data.schema.servers import SERVER_IS_GONE, SERVER_TIMER, servers

CHECKS: Final = (
    *timed(deletions, deletions.c.player, DELETION_TIMER),
    *timed(servers, servers.c.id, SERVER_TIMER, SERVER_IS_GONE),
)
