"""The tables of puzzles."""

from typing import Final

from bot.kernel.personal.tables import Deleted, Key, OwnedTable
from data.schema.people import puzzle_results, puzzle_streaks

TABLES: Final = (
    OwnedTable(
        puzzle_results,
        Deleted(puzzle_results, ("player",)),
        nameless=("key",),
    ),
    OwnedTable(puzzle_streaks, Deleted(puzzle_streaks, ("player",)), {"server": Key.SERVER}),
)
