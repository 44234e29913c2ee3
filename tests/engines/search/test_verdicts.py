"""Verdicts on played moves."""

from engines.contract import Budget, Chance, Task
from engines.search.engine import PlayoutEngine
from rules import GAMES


def test_equally_good_move_is_not_called_better() -> None:
    """Playouts cut off immediately give every move an even chance."""
    engine = PlayoutEngine("hounds-and-jackals", cut=0)
    state = GAMES[engine.key].new()
    for move in state.legal_moves()[:3]:
        task = Task((state,), engine.level(state, 5), Budget(20), Chance("even"))
        verdict = engine.weigh(task, move.text)
        assert (verdict.best, verdict.of_best) == (move.text, verdict.of_played)
