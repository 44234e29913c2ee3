"""Styles of random play: together they reach endings that are rare under uniform chance."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol

from rules import Move, State
from rules.toolkit.perft import plies
from tests.rules.contract.cases import Case

CANDIDATES = 24
"""The maximum number of moves that a style considers, drawn at random: some positions have hundreds."""


class Manner(Protocol):
    """Chooses one of the plies of a state; `earlier` holds the positions before it."""

    def __call__(
        self, state: State, moves: Sequence[Move], earlier: Collection[str], chance: Random, /
    ) -> Move: ...


def anyhow(_state: State, moves: Sequence[Move], _earlier: Collection[str], chance: Random) -> Move:
    return chance.choice(moves)


def repeating(state: State, moves: Sequence[Move], earlier: Collection[str], chance: Random) -> Move:
    """Return to an earlier position if possible: such games end by repetition."""
    candidates = _candidates(moves, chance, 3 * CANDIDATES)
    return chance.choice([move for move in candidates if state.play(move).position in earlier] or candidates)


def quiet(state: State, moves: Sequence[Move], earlier: Collection[str], chance: Random) -> Move:
    """Avoid events and progress, nearly always: such games reach limits on moves."""
    if chance.random() < 0.02:
        return chance.choice(moves)
    children = [(move, state.play(move)) for move in _candidates(moves, chance)]
    calm = [
        move
        for move, child in children
        if child.outcome is None and not child.events and child.position not in earlier
    ]
    return chance.choice(calm or moves)


def taking(state: State, moves: Sequence[Move], _earlier: Collection[str], chance: Random) -> Move:
    """Cause events if possible: such games end by captures."""
    candidates = _candidates(moves, chance)
    return chance.choice([move for move in candidates if state.play(move).events] or candidates)


def smothering(state: State, moves: Sequence[Move], _earlier: Collection[str], chance: Random) -> Move:
    """Leave the other side as few moves as possible: such games end when a player cannot move."""
    replies = {move: _count_replies(state.play(move), state) for move in _candidates(moves, chance)}
    return chance.choice([move for move, count in replies.items() if count == min(replies.values())])


def _candidates(moves: Sequence[Move], chance: Random, most: int = CANDIDATES) -> Sequence[Move]:
    return chance.sample(moves, min(most, len(moves)))


def _count_replies(child: State, state: State) -> float:
    same = child.turn == state.turn and child.outcome is None
    return float("inf") if same else len(plies(child))


MANNERS: Mapping[str, Manner] = {
    "anyhow": anyhow,
    "repeating": repeating,
    "quiet": quiet,
    "taking": taking,
    "smothering": smothering,
}


_walks: dict[tuple[str, Manner, str], tuple[State, ...]] = {}


def walk(case: Case, manner: Manner, seed: str) -> Sequence[State]:
    """Return the states of a game, with options chosen by the seed; cached for other tests."""
    key = (case.game.key, manner, seed)
    if key not in _walks:
        _walks[key] = tuple(_states(case, manner, seed))
    return _walks[key]


def _states(case: Case, manner: Manner, seed: str) -> Iterator[State]:
    chance = Random(seed)
    state: State = case.game.new(*chance.choice(case.settings))
    earlier: set[str] = set()
    for _ in range(case.plies):
        yield state
        if state.outcome is not None:
            return
        earlier.add(state.position)
        state = state.play(manner(state, plies(state), earlier, chance))
    yield state
