"""The tables of blocks and deletions."""

from typing import Final

from bot.kernel.personal.tables import Deleted, OwnedTable, RowTimers
from bot.repositories.tables.person_tables import DELETION_TIMER, blocks, deletions

TABLES: Final = (
    # Nobody is told who blocks them.
    OwnedTable(blocks, Deleted(blocks, ("blocker", "blocked"), author="blocker")),
    OwnedTable(
        deletions,
        Deleted(deletions, ("player",)),
        timers=RowTimers(DELETION_TIMER, deletions.c.player),
    ),
)
