"""Checks of deletions, of persons and of servers."""

from typing import Final

from bot.kernel.checks import timed
from bot.repositories.tables.person_tables import DELETION_TIMER, deletions
from bot.repositories.tables.server_tables import SERVER_IS_GONE, SERVER_TIMER, servers

CHECKS: Final = (
    *timed(deletions, deletions.c.player, DELETION_TIMER),
    *timed(servers, servers.c.id, SERVER_TIMER, SERVER_IS_GONE),
)
