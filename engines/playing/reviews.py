"""Reviews: verdicts on the plies of a finished game."""

from collections.abc import Sequence

from engines.contract import Budget, Chance, Engine, PlyVerdict, Task
from rules import InvalidMove, State


def verdict(
    engine: Engine, path: Sequence[State], played: str, budget: Budget, seed: str
) -> PlyVerdict | None:
    """Return the verdict on a ply played in the last state of a path.

    None for a chance ply or a departure, which no player chose.
    """
    state = path[-1]
    if state.turn is None or state.outcome is not None:
        return None
    try:
        move = state.parse(played)
    except InvalidMove:
        return None
    chance = Chance(f"{seed}/{state.position}/{len(path)}")
    return engine.weigh(Task(path, engine.levels[-1], budget.within(None), chance), move.text)
