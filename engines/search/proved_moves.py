"""Moves in solved positions: the moves that keep the proved result, and the value of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engines.contract import (
    Fact,
    GameValue,
    MoveWorth,
    Oracle,
    PlyVerdict,
    Task,
    position_facts,
    proved,
    shuffle,
)
from engines.search.playouts import immediate_win
from rules import State

_ENDS_WITH_REPLY: Final = (0, 2)
"""The distances of a move for which every reply may end the game; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The moves worth searching: `wins` are proved to win, `kept` are the best by the tables.

    `kept` is the fastest win, the losses that last longest or capture a man, or all moves that keep a draw;
    without a proved result, all moves not proved to lose.
    """

    kept: Sequence[str]
    wins: Sequence[str] = ()


def candidates(oracle: Oracle, task: Task) -> Candidates:
    """Return the moves worth searching; of equal wins one is chosen at random."""
    facts, root = oracle.of_moves(task.state), oracle.fact(task.state)
    known = {text: fact for text, fact in facts.items() if fact is not None}
    wins = [text for text, fact in known.items() if fact.result is GameValue.WON]
    if root is None and not wins:
        kept = [text for text in facts if text not in known or known[text].result is not GameValue.LOST]
        return Candidates(kept or tuple(facts))
    kept = wins or [text for text, fact in known.items() if root is not None and fact.result is root.result]
    best = max((known[text].rank for text in kept), default=None)
    kept = [text for text in kept if known[text].rank == best]
    if not kept or known[kept[0]].result is GameValue.DRAWN:
        return Candidates(kept or tuple(facts))
    if wins:
        return Candidates(shuffle(task.chance, kept)[:1], wins)
    # A man captured by the losing side also ends the distance, but is worth capturing.
    safe = [text for text in known if not _is_refuted_at_once(task.state, text)] or list(known)
    best = max(known[text].rank for text in safe)
    return Candidates([text for text in safe if known[text].rank == best or known[text].plies == 1])


def weigh_by_facts(oracle: Oracle | None, task: Task, played: str) -> PlyVerdict | None:
    """Return the tables' values of a move and of the best move; None unless they know all moves."""
    state, proofs = task.state, position_facts(oracle, task.state)
    if oracle is None or proofs is None or state.turn is None:
        return None
    facts = {text: fact for text, fact in oracle.of_moves(state).items() if fact is not None}
    worths = {text: _worth_of_fact(state, text, facts[text]) for text in {played, *proofs.keepers}}
    of_played = worths[played]
    best = max((played, *proofs.keepers), key=lambda text: _order(facts[text], worths[text]))
    of_best = worths[best]
    shares = (of_best.chance, 1 - of_best.chance) if state.turn == 0 else (1 - of_best.chance, of_best.chance)
    return PlyVerdict(best, of_best, of_played, shares, proofs.keepers)


def _worth_of_fact(state: State, move: str, fact: Fact) -> MoveWorth:
    """Return the value of a move with a proved result, including an immediate end of the game."""
    worth = proved(fact)
    if worth.wins:
        return replace(worth, ends=_plies_to_win(state, move, fact))
    return replace(worth, ends=-2) if worth.loses and _is_refuted_at_once(state, move) else worth


def _plies_to_win(state: State, move: str, fact: Fact) -> int:
    """Return 1 for a move that wins immediately, 2 if every reply loses immediately, else 0."""
    after = state.play(state.parse(move))
    if after.outcome is not None:
        return 1
    if fact.plies not in _ENDS_WITH_REPLY:
        return 0
    ends = (after.play(reply).outcome for reply in after.legal_moves())
    return 2 if all(end is not None and state.turn in end.winners for end in ends) else 0


def _order(fact: Fact, worth: MoveWorth) -> tuple[int, int, bool, int]:
    """Return the sort key of moves, better ones last: result, speed, and distance."""
    result, distance = fact.rank
    return result, 3 - worth.ends if worth.ends > 0 else 0, worth.ends != -2, distance


def _is_refuted_at_once(state: State, move: str) -> bool:
    """Return whether the other side can win with its next move."""
    after = state.play(state.parse(move))
    return after.outcome is None and immediate_win(after) is not None
