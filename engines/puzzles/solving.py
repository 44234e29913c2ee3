"""The number of puzzles that an engine solves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.contract import Budget, Engine
from engines.playing.answers import answer
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.shipped import path_of
from rules import Game, Move

_STRONGEST = 5


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle and the move played in it."""

    puzzle: Puzzle
    played: Move

    @property
    def is_solved(self) -> bool:
        """Whether it was the only move that reaches the goal."""
        return str(self.played) == self.puzzle.answer


def attempts(game: Game, engine: Engine, puzzles: Sequence[Puzzle], nodes: int) -> Iterator[Attempt]:
    """Yield the strongest level's answer to each puzzle with a number of nodes."""
    for puzzle in puzzles:
        path = path_of(game, puzzle)
        yield Attempt(puzzle, answer(engine, path, _STRONGEST, Budget(nodes), "1"))
