"""The table of personal settings."""

from typing import Final

from bot.kernel.personal.tables import Deleted, OwnedTable
from data.schema.people import habits

TABLES: Final = (
    OwnedTable(
        habits,
        Deleted(habits, ("player",)),
        nameless=("preferences", "vacation"),
    ),
)
