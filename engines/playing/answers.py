"""The answer of an engine to a game, for all levels and games."""

from collections.abc import Sequence

from engines.contract import Budget, Chance, Engine, Level, Task, shuffle
from rules import Move, State


def answer(engine: Engine, path: Sequence[State], number: int, budget: Budget, seed: str) -> Move:
    """Return the move of level `number` (1 to 5) for the seat to act in the last state of a path.

    The same path, level, nodes and seed always give the same move.
    """
    state = path[-1]
    level = engine.level(state, number)
    # The seed differs from ply to ply, and does not depend on earlier calls.
    chance = Chance(f"{seed}/{state.position}/{len(path)}")
    moves = state.legal_moves()
    if len(moves) == 1:
        return moves[0]
    won = winning(state, level, chance)
    if won is not None:
        return won
    return state.parse(engine.choose(Task(path, level, budget.within(level.nodes), chance)))


def winning(state: State, level: Level, chance: Chance) -> Move | None:
    """Return an immediate win for the seat to act, if there is one and the level sees it."""
    if not level.sees_win or state.turn is None:
        return None
    for move in shuffle(chance, state.legal_moves()):
        outcome = state.play(move).outcome
        if outcome is not None and state.turn in outcome.winners:
            return move
    return None


def agrees_to_draw(engine: Engine, path: Sequence[State], seat: int) -> bool:
    """Return whether a seat accepts a draw: its evaluation is about even or worse."""
    own = engine.estimate(path, seat)
    others = (engine.estimate(path, other) for other in range(path[-1].players) if other != seat)
    return own - max(others) <= engine.even_margin
