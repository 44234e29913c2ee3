"""The table of lessons taken."""

from typing import Final

from bot.kernel.personal.tables import Deleted, OwnedTable
from data.schema.people import lesson_results

TABLES: Final = (
    OwnedTable(
        lesson_results,
        Deleted(lesson_results, ("player",)),
        nameless=("key", "lesson"),
    ),
)
