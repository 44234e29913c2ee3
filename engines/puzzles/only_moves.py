"""Solutions in solved positions: a table proves that no other move works."""

from collections.abc import Sequence
from typing import Final

from engines.contract import Fact, GameValue, Oracle, position_facts
from engines.puzzles.puzzle import Goal, PuzzleTree
from rules import State

_RESULTS: Final = {
    Goal.HOLD: GameValue.DRAWN,
    Goal.KEEP: GameValue.WON,
    Goal.TAKE: GameValue.WON,
}


def right_moves(oracle: Oracle, state: State, goal: Goal, moves: int) -> Sequence[str]:
    """Return the moves that reach a goal in a solved position; none if its result is not the goal's.

    They keep the result. For TAKE, they also capture or win within `moves` own moves; none if best play takes
    another number.
    """
    proofs = position_facts(oracle, state)
    if proofs is None or proofs.fact.result is not _RESULTS[goal]:
        return ()
    if goal is not Goal.TAKE:
        return proofs.keepers
    plies = 2 * moves - 1
    if proofs.fact.plies != plies:
        return ()
    facts = oracle.of_moves(state)
    return [text for text in proofs.keepers if _wins_within(facts[text], plies)]


def _wins_within(fact: Fact | None, plies: int) -> bool:
    return fact is not None and fact.result is GameValue.WON and fact.plies <= plies


def only_move(oracle: Oracle, state: State, goal: Goal, moves: int) -> str | None:
    """Return the single move that reaches a goal; None if there is none, several, or only one legal move."""
    right = right_moves(oracle, state, goal, moves)
    return right[0] if len(right) == 1 < len(state.legal_moves()) else None


def is_solution(tree: PuzzleTree, state: State, goal: Goal, moves: int, oracle: Oracle) -> bool:
    """Return whether a tree is a line of only moves, with this number of own moves."""
    seat = state.turn
    for left in range(moves, 0, -1):
        move = (
            None if state.outcome is not None or state.turn != seat else only_move(oracle, state, goal, left)
        )
        if move is None or list(tree) != [move]:
            return False
        state, replies = state.play(state.parse(move)), tree[move]
        if left == 1:
            return not replies
        if len(replies) != 1 or state.outcome is not None or state.turn == seat:
            return False
        ((reply, tree),) = replies.items()
        if reply not in map(str, state.legal_moves()):
            return False
        state = state.play(state.parse(reply))
    return False


def refutation(oracle: Oracle, after: State) -> str | None:
    """Return the best move of the seat to act in a solved position; None if unknown."""
    if after.outcome is not None or after.turn is None:
        return None
    known = {text: fact for text, fact in oracle.of_moves(after).items() if fact is not None}
    return max(known, key=lambda text: known[text].rank, default=None)
