"""Makes puzzles from solved positions in which several only moves in a row keep the result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engines.contract import (
    Budget,
    Chance,
    Engine,
    GameValue,
    Level,
    Milestone,
    Oracle,
    Task,
    position_facts,
    shuffle,
)
from engines.puzzles.maker import Wanted, is_quiet
from engines.puzzles.only_moves import only_move
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleTree
from rules import State

_REPLIES: Final = 12
"""The number of replies searched for another only move."""
_MAX_NODES: Final = 1 << 11
_SEARCH_LEVEL: Final = Level(5, nodes=None, depth=50)
"""As strong as the strongest level, but not equal to it: engines use their tables for that level only."""


@dataclass(frozen=True, slots=True)
class TablePuzzleMaker:
    """Turns solved positions into puzzles with lines of up to `longest` own moves.

    Each position to solve has at least `fewest` legal moves.
    """

    engine: Engine
    oracle: Oracle
    longest: int
    fewest: int
    seed: str

    def puzzles(self, states: Iterable[State], wanted: Wanted) -> Iterator[Puzzle]:
        """Yield the wanted puzzles in the given positions, at most one of each."""
        chance = Chance(self.seed)
        for state in states:
            line = self._line_at(state, chance)
            if line is None:
                continue
            goal, moves, tree = line
            if wanted(goal, moves):
                yield self._puzzle(state, goal, moves, tree)

    def _line_at(self, state: State, chance: Chance) -> tuple[Goal, int, PuzzleTree] | None:
        facts = position_facts(self.oracle, state)
        if facts is None or facts.moves < self.fewest or facts.fact.result is GameValue.LOST:
            return None
        plies = facts.fact.plies
        man_falls = facts.milestone is Milestone.MAN_FALLS and facts.fact.result is GameValue.WON
        if man_falls and plies % 2 and 1 < plies < 2 * self.longest:
            moves = (plies + 1) // 2
            tree = self._capture_line(state, moves, chance)
            if tree:
                return Goal.TAKE, moves, tree
        if facts.only is None or state.play(state.parse(facts.only)).outcome is not None:
            return None
        goal = Goal.HOLD if facts.fact.result is GameValue.DRAWN else Goal.KEEP
        moves, tree = self._only_move_line(state, goal, self.longest, chance)
        return goal, moves, tree

    def _only_move_line(self, state: State, goal: Goal, most: int, chance: Chance) -> tuple[int, PuzzleTree]:
        """Return the longest line of only moves: the number of own moves, and the line."""
        move = None if len(state.legal_moves()) < self.fewest else only_move(self.oracle, state, goal, 1)
        if move is None:
            return 0, {}
        after = state.play(state.parse(move))
        best: tuple[int, PuzzleTree] = (1, {move: {}})
        if most == 1 or after.outcome is not None or after.turn == state.turn:
            return best
        for reply in shuffle(chance, self._replies(after, goal))[:_REPLIES]:
            next_state = after.play(after.parse(reply))
            if next_state.outcome is not None or next_state.turn != state.turn:
                continue
            moves, line = self._only_move_line(next_state, goal, most - 1, chance)
            if moves + 1 > best[0]:
                best = (moves + 1, {move: {reply: line}})
                if moves + 1 == most:
                    break
        return best

    def _replies(self, after: State, goal: Goal) -> list[str]:
        """Return the replies that keep a draw; against a win, those that do not lose at once, if possible."""
        facts = self.oracle.of_moves(after)
        if goal is Goal.HOLD:
            return [
                text for text, fact in facts.items() if fact is not None and fact.result is GameValue.DRAWN
            ]
        longest = max((fact.plies for fact in facts.values() if fact is not None), default=0)
        return [text for text, fact in facts.items() if fact is not None and fact.plies >= min(longest, 2)]

    def _capture_line(self, state: State, moves: int, chance: Chance) -> PuzzleTree:
        """Return a line of only moves that win the next man in time; empty if there is none."""
        move = only_move(self.oracle, state, Goal.TAKE, moves)
        if move is None:
            return {}
        if moves == 1:
            return {move: {}}
        after = state.play(state.parse(move))
        replies = [
            text
            for text, fact in self.oracle.of_moves(after).items()
            if fact is not None and fact.plies == 2 * moves - 2
        ]
        for reply in shuffle(chance, replies)[:_REPLIES]:
            line = self._capture_line(after.play(after.parse(reply)), moves - 1, chance)
            if line:
                return {move: {reply: line}}
        return {}

    def _puzzle(self, state: State, goal: Goal, moves: int, tree: PuzzleTree) -> Puzzle:
        first = next(iter(tree))
        return Puzzle(
            options=state.options,
            plies=(),
            goal=goal,
            moves=moves,
            quiet=is_quiet(state, first),
            nodes=self._nodes_to_find(state, first),
            tree=tree,
            start=state.position,
        )

    def _nodes_to_find(self, state: State, solution: str) -> int:
        """Return the nodes with which the strongest level finds a move without tables, at most 2^11."""
        nodes = 16
        while nodes < _MAX_NODES:
            if self.engine.choose(Task((state,), _SEARCH_LEVEL, Budget(nodes), Chance("1"))) == solution:
                break
            nodes *= 2
        return nodes
