"""Positions with a proved answer, from games of engines and the tables of solved games."""

from engines.puzzles.only_moves import refutation
from engines.puzzles.proof import is_proved
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleError, PuzzleLine, PuzzleTree
from engines.puzzles.shipped import path_of, shipped, shipped_lines, state_of

__all__ = [
    "Goal",
    "Puzzle",
    "PuzzleError",
    "PuzzleLine",
    "PuzzleTree",
    "is_proved",
    "path_of",
    "refutation",
    "shipped",
    "shipped_lines",
    "state_of",
]
