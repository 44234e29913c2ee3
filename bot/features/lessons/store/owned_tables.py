"""The table of lessons taken."""

from typing import Final

from bot.features.lessons.store.lesson_results import lesson_results
from bot.kernel.personal.tables import Deleted, OwnedTable

TABLES: Final = (
    OwnedTable(
        lesson_results,
        Deleted(lesson_results, ("player",)),
        nameless=("key", "lesson"),
    ),
)
