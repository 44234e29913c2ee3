"""The shipped puzzles, one file per game."""

from importlib.resources import files

from engines.playing.lines import replayed
from engines.puzzles.puzzle import Puzzle, PuzzleLine
from rules import Game, State


def shipped(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, easiest first; empty if it has none. Raises PuzzleError."""
    return tuple(line.puzzle for line in shipped_lines(key))


def shipped_lines(key: str) -> tuple[PuzzleLine, ...]:
    """Return the puzzles of a game as lines, which take a fraction of the memory. Raises PuzzleError."""
    lines = files("engines.puzzles").joinpath("data", f"{key}.jsonl")
    if not lines.is_file():
        return ()
    return tuple(map(PuzzleLine.read, lines.read_text("utf-8").splitlines()))


def state_of(game: Game, puzzle: Puzzle) -> State:
    """Return the state to solve. Raises RulesError."""
    return path_of(game, puzzle)[-1]


def path_of(game: Game, puzzle: Puzzle) -> list[State]:
    """Return the states up to the position to solve. Raises RulesError."""
    if puzzle.start is None:
        return replayed(game, puzzle.options, None, puzzle.plies)
    path: list[State] = [game.from_position(puzzle.start, puzzle.options)]
    for ply in puzzle.plies:
        path.append(path[-1].play(path[-1].parse(ply)))
    return path
