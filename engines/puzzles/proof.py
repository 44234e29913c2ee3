"""Exhaustive proofs by the public rules: every reply, and every other first move."""

from collections.abc import Mapping, Sequence

from engines.contract import Budget, Oracle
from engines.puzzles.only_moves import is_solution
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleTree
from rules import Move, State


class _TwoReplies(Exception):
    """The other side acts twice in a row, which a tree cannot express."""


class Prover:
    """Searches all lines of games for two without chance; a node of `budget` is a ply.

    Every method raises Exhausted if the budget ends before the answer is certain.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget or Budget()
        self._refutations: dict[int, Move] = {}

    def wins(self, state: State, seat: int, moves: int) -> bool:
        """Return whether a seat can force a win within `moves` moves of its own."""
        if state.outcome is not None:
            return state.outcome.winners == (seat,)
        if state.turn == seat:
            return bool(moves) and any(
                self.wins(self._play(state, move), seat, moves - 1) for move in state.legal_moves()
            )
        # The refutation of another move probably refutes this move, too.
        replies, known = state.legal_moves(), self._refutations.get(moves)
        for reply in replies if known not in replies else sorted(replies, key=lambda move: move != known):
            if not self.wins(self._play(state, reply), seat, moves):
                self._refutations[moves] = reply
                return False
        return True

    def winning(self, state: State, moves: int, most: int | None = None) -> Sequence[Move]:
        """Return the moves that win within a number of own moves; stop after `most` of them."""
        seat, wins = state.turn, list[Move]()
        for move in state.legal_moves():
            if len(wins) == most:
                break
            if seat is not None and self.wins(self._play(state, move), seat, moves - 1):
                wins.append(move)
        return wins

    def saving(self, state: State, most: int | None = None) -> Sequence[Move]:
        """Return the moves after which the other side cannot win immediately; stop after `most` of them."""
        seat, keepers = state.turn, list[Move]()
        for move in state.legal_moves():
            if len(keepers) == most:
                break
            after = self._play(state, move)
            if after.outcome is not None:
                lost = bool(after.outcome.winners) and seat not in after.outcome.winners
            else:
                lost = after.turn != seat and bool(self.winning(after, 1, 1))
            if not lost:
                keepers.append(move)
        return keepers

    def solution(self, state: State, goal: Goal, moves: int) -> PuzzleTree:
        """Return all lines of the solution; an empty tree if the position is not a puzzle of that kind.

        In a puzzle exactly one first move reaches the goal, and it needs all `moves`.
        """
        if goal is Goal.SAVE:
            saving = () if self.winning(state, 1, 1) else self.saving(state, 2)
            return {str(saving[0]): {}} if len(saving) == 1 else {}
        if moves > 1 and self.winning(state, moves - 1, 1):
            return {}
        if len(self.winning(state, moves, 2)) != 1:
            return {}
        try:
            return self._lines(state, moves)
        except _TwoReplies:
            return {}

    def _lines(self, state: State, moves: int) -> PuzzleTree:
        return {
            str(move): self._replies(self._play(state, move), state.turn, moves - 1)
            for move in self.winning(state, moves)
        }

    def _replies(self, state: State, seat: int | None, moves: int) -> Mapping[str, PuzzleTree]:
        if state.outcome is not None:
            return {}
        if state.turn == seat:
            # The same seat continues: there is no reply.
            return {"": self._lines(state, moves)}
        replies: dict[str, PuzzleTree] = {}
        for reply in state.legal_moves():
            after = self._play(state, reply)
            if after.outcome is None and after.turn != seat:
                raise _TwoReplies
            replies[str(reply)] = {} if after.outcome is not None else self._lines(after, moves)
        return replies

    def _play(self, state: State, move: Move) -> State:
        self._budget.spend()
        return state.play(move)


def is_proved(puzzle: Puzzle, state: State, oracle: Oracle | None = None) -> bool:
    """Return whether a puzzle's single first move and all its lines are right in its position.

    The proof uses the rules or, for goals in solved positions, the tables of `oracle`.
    """
    if puzzle.goal.is_solved:
        return oracle is not None and is_solution(puzzle.tree, state, puzzle.goal, puzzle.moves, oracle)
    return bool(puzzle.tree) and Prover().solution(state, puzzle.goal, puzzle.moves) == puzzle.tree


def on_the_board(state: State) -> State:
    """Return the same position without its history."""
    return state.game.from_position(state.position, state.options, state.players)
