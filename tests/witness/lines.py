"""Moves found by trying: short games, greedy ones, and positions of a wanted sort."""

import random
from collections.abc import Mapping

import rules
from tests.witness.support import calls_of


def prey(state: rules.State, move: rules.Move) -> int:
    """Return how much a move of Catch the Hat catches and brings home."""
    worth = {"capture": 10, "golden-caught": 30, "home": 15}
    return sum(worth.get(deed.kind, 0) for deed in state.play(move).events)


def shortest(key: str, options: Mapping[str, str], tries: int = 60) -> list[str]:
    """Return the moves of the shortest game by lot that somebody wins, captures first."""
    best: list[str] = []
    for seed in range(tries):
        lot = random.Random(seed)
        state, moves = rules.GAMES[key].new(options), list[str]()
        while state.outcome is None and (not best or len(moves) < len(best)) and len(moves) < 400:
            legal = lot.sample(state.legal_moves(), min(8, len(state.legal_moves())))
            move = max(legal, key=lambda one: _gain(state, one))
            moves.append(move.text)
            state = state.play(move)
        if state.outcome is not None and state.outcome.winners:
            best = moves
    assert best, key
    return best


def _gain(state: rules.State, move: rules.Move) -> int:
    after = state.play(move)
    return 100 * (after.outcome is not None) + sum(event.kind == "capture" for event in after.events)


def missed_capture() -> list[str]:
    """Return moves of Fox and Hens after which the hens may claim that a capture was missed."""
    for seed in range(1000):
        lot = random.Random(seed)
        state, moves = rules.GAMES["fox-and-hens"].new(), list[str]()
        while state.outcome is None and len(moves) < 30:
            if calls_of(state) and _may_claim(state):
                return moves
            move = lot.choice(state.legal_moves())
            moves.append(move.text)
            state = state.play(move)
    raise AssertionError("nobody ever misses anything")


def _may_claim(state: rules.State) -> bool:
    try:
        state.parse("claim")
    except rules.RulesError:
        return False
    return True
