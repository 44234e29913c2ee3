"""Puzzles: positions with a proved answer, found in games that engines played against each other."""

from engines.puzzles.proof import is_proved
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleError, PuzzleTree
from engines.puzzles.shipped import shipped, state_of

__all__ = ["Goal", "Puzzle", "PuzzleError", "PuzzleTree", "is_proved", "shipped", "state_of"]
