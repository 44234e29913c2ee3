"""The tables of puzzles."""

from typing import Final

from bot.features.puzzles.store.daily_puzzles import puzzle_streaks
from bot.features.puzzles.store.puzzle_results import puzzle_results
from bot.kernel.personal.tables import Deleted, Key, OwnedTable

TABLES: Final = (
    OwnedTable(
        puzzle_results,
        Deleted(puzzle_results, ("player",)),
        nameless=("key",),
    ),
    OwnedTable(puzzle_streaks, Deleted(puzzle_streaks, ("player",)), {"server": Key.SERVER}),
)
