"""The puzzles that are shipped, a file for each game."""

from importlib.resources import files

from engines.playing.lines import replayed
from engines.puzzles.puzzle import Puzzle
from rules import Game, State


def shipped(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; none where it has none. Raises PuzzleError."""
    lines = files("engines.puzzles").joinpath("data", f"{key}.jsonl")
    if not lines.is_file():
        return ()
    return tuple(map(Puzzle.read, lines.read_text("utf-8").splitlines()))


def state_of(game: Game, puzzle: Puzzle) -> State:
    """Return the state to solve. Raises RulesError."""
    return replayed(game, puzzle.options, None, puzzle.plies)[-1]
