"""The daily puzzle of a server: its choice, and the streaks of its solvers."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from bot.features.puzzles.domain.puzzles import SetPuzzle

DAILY_PUZZLE: Final = "puzzle"
"""The kind of daily puzzles among subscriptions."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {"unknown-time": ("time",), "puzzle-of-today": ()}
"""All refusal reasons of daily puzzles, with the names of their details."""


@dataclass(frozen=True, slots=True)
class Streak:
    """A person's number of consecutive solved daily puzzles of a server, up to number `latest`."""

    latest: int = 0
    length: int = 0
    best: int = 0

    def solve(self, number: int) -> "Streak":
        """Return the streak after solving the puzzle of that number; solving it again changes nothing."""
        if number <= self.latest:
            return self
        length = self.length + 1 if number == self.latest + 1 else 1
        return Streak(number, length, max(self.best, length))


def puzzle_of_day(
    puzzles: Collection[SetPuzzle], server: int, number: int, last: int | None = None
) -> SetPuzzle:
    """Return a server's daily puzzle number `number`, from 1; each puzzle comes once before any repeats.

    It differs from the `last` one, whose solution is posted with it, unless there is no other. This is
    checked because the order changes when games are allowed or forbidden.
    """
    in_turn = puzzles_in_turn(puzzles, str(server), number)
    return next((puzzle for puzzle in in_turn if puzzle.id != last), in_turn[0])


def puzzles_in_turn(puzzles: Collection[SetPuzzle], whose: str, number: int) -> tuple[SetPuzzle, ...]:
    """Return puzzles in an order that depends on `whose`, beginning with number `number`, from 1.

    Boards take turns while they have puzzles left, so that a board with many does not crowd out the others.
    """
    order = sorted(puzzles, key=lambda puzzle: _draw(whose, puzzle.id))
    boards = sorted({puzzle.board for puzzle in order}, key=lambda board: _draw(whose, board))
    of_board = ([puzzle for puzzle in order if puzzle.board == board] for board in boards)
    shuffled = [puzzle for turn in zip_longest(*of_board) for puzzle in turn if puzzle is not None]
    first = (number - 1) % len(shuffled) if shuffled else 0
    return (*shuffled[first:], *shuffled[:first])


def _draw(whose: str, item: int | str) -> bytes:
    return hashlib.sha256(f"{whose}/{item}".encode()).digest()
