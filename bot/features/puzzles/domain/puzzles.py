"""Puzzles: a person's next puzzle, the judgement of an answer, the refutation of a wrong one."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from engines import ENGINES
from engines.contract import Budget, Exhausted
from engines.puzzles import Goal, Puzzle, PuzzleLine, PuzzleTree, refutation, shipped_lines
from engines.puzzles.proof import Prover, on_the_board
from rules.contract import Game, Move, Outcome, State
from rules.contract.capabilities import named_boards

_UP: Final = 3
_DOWN: Final = 2
"""The steps in difficulty: up after a solution at the first try, down after a puzzle left unsolved."""
_PLIES: Final = 30_000
"""The maximum number of plies that a search for a refutation tries: about a second."""


REASONS: Final[Mapping[str, tuple[str, ...]]] = {"no-puzzles": (), "unknown-puzzle": ()}
"""All refusal reasons of puzzles, with the names of their details."""


@dataclass(frozen=True, slots=True)
class SetPuzzle:
    """A puzzle of a game with its permanent number; `board` distinguishes the boards of a game."""

    key: str
    id: int
    line: PuzzleLine
    board: str

    @property
    def options(self) -> Mapping[str, str]:
        return self.line.options

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself, parsed at each access: keeping a thousand trees would need too much memory."""
        return self.line.puzzle


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """A person's result in a puzzle: the number of wrong answers, and whether it is solved."""

    key: str
    puzzle: int
    wrong: int
    solved: bool
    last: datetime


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The judgement of an answer.

    A `reply` to a right answer continues the puzzle, and is empty if the solver moves again; without one it
    is solved. A `reply` to a wrong answer refutes it; it is None if no refutation is known.
    """

    right: bool
    reply: str | None = None

    @property
    def solves(self) -> bool:
        """Whether the solution is complete."""
        return self.right and self.reply is None


def number_of(line: PuzzleLine) -> int:
    """Return the number of a puzzle, which depends only on its position."""
    return int.from_bytes(hashlib.sha256(line.position.encode()).digest()[:6])


def set_puzzles(games: Iterable[Game]) -> Mapping[int, SetPuzzle]:
    """Return the puzzles of all games by their numbers, in the order of their games."""
    return {puzzle.id: puzzle for game in games for puzzle in _puzzles_of(game)}


def _puzzles_of(game: Game) -> Iterator[SetPuzzle]:
    boards = named_boards(game)
    for line in shipped_lines(game.key):
        items = line.options.items()
        board = next((board for board in boards if board.items() <= items), {})
        yield SetPuzzle(game.key, number_of(line), line, "/".join((game.key, *board.values())))


def next_puzzle(puzzles: Sequence[SetPuzzle], results: Sequence[PuzzleResult]) -> SetPuzzle:
    """Return the next puzzle for a person: an unsolved one whose difficulty depends on their last result.

    `puzzles` belong to one game or board, the easiest first. Once all are solved, the one answered longest
    ago comes again. A puzzle does not come twice in a row if there is another.
    """
    by_number = {result.puzzle: result for result in results}
    places = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    last = max(
        (result for result in results if result.puzzle in places),
        key=lambda result: result.last,
        default=None,
    )
    target = 0
    if last is not None:
        target = places[last.puzzle] + (1 if last.wrong else _UP if last.solved else 0)
        if not last.solved:
            target -= _DOWN
    last_id = None if last is None else last.puzzle
    unsolved = [
        puzzle
        for puzzle in puzzles
        if puzzle.id != last_id and not (puzzle.id in by_number and by_number[puzzle.id].solved)
    ]
    if unsolved:
        return min(unsolved, key=lambda puzzle: (abs(places[puzzle.id] - target), places[puzzle.id]))
    again = [puzzle for puzzle in puzzles if puzzle.id in by_number and puzzle.id != last_id]
    return min(again, key=lambda puzzle: by_number[puzzle.id].last, default=puzzles[0])


def in_a_row(results: Sequence[PuzzleResult]) -> int:
    """Return the number of puzzles that were solved at the first try in a row, up to the latest one."""
    count = 0
    for result in sorted(results, key=lambda result: result.last, reverse=True):
        if not result.solved or result.wrong:
            break
        count += 1
    return count


def remaining_tree(tree: PuzzleTree, plies: Sequence[str], turns: Sequence[bool]) -> PuzzleTree | None:
    """Return the rest of a solution after some plies; None for plies outside it.

    `turns` marks the solver's plies.
    """
    replies: Mapping[str, PuzzleTree] | None = None
    for ply, own in zip(plies, turns, strict=True):
        if own:
            if replies is not None:
                tree = replies.get("", {})
            if ply not in tree:
                return None
            replies = tree[ply]
        else:
            if replies is None or ply not in replies:
                return None
            tree, replies = replies[ply], None
    return tree if replies is None else replies.get("")


def answer_to(puzzle: Puzzle, state: State, tree: PuzzleTree, move: Move) -> PuzzleAnswer:
    """Return the judgement of a move, given the rest of the solution.

    The other side plays the longest defence. The search for a refutation may take a second.
    """
    text = str(move)
    if text not in tree:
        return PuzzleAnswer(right=False, reply=_refutation(puzzle, state, move, _depth(tree)))
    if "" in tree[text]:
        return PuzzleAnswer(right=True, reply="")
    # Any move that ends the game immediately wins it.
    replies = {reply: after for reply, after in tree[text].items() if after}
    if not replies:
        return PuzzleAnswer(right=True)
    reply = max(replies, key=lambda reply: (_depth(replies[reply]), -len(replies[reply])))
    return PuzzleAnswer(right=True, reply=reply)


def main_line(tree: PuzzleTree) -> tuple[str, ...]:
    """Return a line of the solution with the longest defence."""
    if not tree:
        return ()
    move, replies = next(iter(tree.items()))
    if not any(replies.values()):
        return (move,)
    reply = max(replies, key=lambda reply: _depth(replies[reply]))
    return (move, *((reply,) if reply else ()), *main_line(replies[reply]))


def hidden_end(puzzle: Puzzle, start: State) -> Outcome | None:
    """Return the end of a puzzle's game, if the board alone does not show it.

    A count of plies, or a repetition, may decide; the solver has not seen the earlier positions.
    """
    if puzzle.goal.is_solved:
        return None
    line = main_line(puzzle.tree) if puzzle.goal is Goal.WIN else _losing_line(puzzle, start)
    state, alone = start, on_the_board(start)
    for ply in line:
        state, alone = state.play(state.parse(ply)), alone.play(alone.parse(ply))
    return None if state.outcome == alone.outcome else state.outcome


def _losing_line(puzzle: Puzzle, start: State) -> Sequence[str]:
    """Return a line that carries out the threat."""
    state = start.play(next(move for move in start.legal_moves() if str(move) not in puzzle.tree))
    line = [str(state.last)]
    while state.outcome is None:
        # The other side's winning moves; after them any move may end the game.
        winning = Prover().winning(state, 1, 1) if state.turn != start.turn else state.legal_moves()
        state = state.play(winning[0])
        line.append(str(state.last))
    return line


def _depth(tree: PuzzleTree) -> int:
    return max((1 + max(map(_depth, replies.values()), default=0) for replies in tree.values()), default=0)


def _refutation(puzzle: Puzzle, state: State, move: Move, moves: int) -> str | None:
    """Return a reply that wins, or that delays a win; None if none is found in time."""
    after, seat = state.play(move), state.turn
    if after.outcome is not None or after.turn in {None, seat} or seat is None:
        return None
    if puzzle.goal.is_solved:
        oracle = ENGINES[state.game.key].oracle
        return None if oracle is None else refutation(oracle, after)
    prover = Prover(Budget(_PLIES))
    try:
        if puzzle.goal is Goal.SAVE:
            return next((str(reply) for reply in prover.winning(after, 1, 1)), None)
        replies = after.legal_moves() if moves > 1 else ()
        return next(
            (str(state) for state in replies if not prover.wins(after.play(state), seat, moves - 1)), None
        )
    except Exhausted:
        return None
