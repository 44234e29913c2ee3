"""Engines made of a way to search and what a game adds to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.contract import DRAW, WIN, Level, Position, Task
from engines.search.alpha_beta import best_move
from engines.search.playouts import Judge, best_by_playouts, even, shares_of
from rules import State

ALPHA_BETA_LEVELS: tuple[Level, ...] = (
    Level(1, nodes=400, depth=1, exchanges=0, margin=200, attention=30),
    Level(2, nodes=2_000, depth=1, exchanges=2, margin=70, attention=65),
    Level(3, nodes=8_000, depth=2, exchanges=4, margin=35, attention=85),
    Level(4, nodes=25_000, depth=3, exchanges=6, margin=12, attention=97),
    Level(5, nodes=None),
)
"""Levels that are fair where nothing better is known of a game."""

PLAYOUT_LEVELS: tuple[Level, ...] = (
    Level(1, nodes=6, margin=3_000, attention=50),
    Level(2, nodes=20, margin=1_500, attention=70),
    Level(3, nodes=70, margin=600, attention=90),
    Level(4, nodes=250, margin=200),
    Level(5, nodes=None),
)
"""The same for playouts: a node is a playout, and 100 of a margin are one in a hundred wins."""


@dataclass(frozen=True, slots=True)
class AlphaBetaEngine:
    """An engine that searches positions of its own. `begin` makes one from a path of states."""

    key: str
    begin: Callable[[Sequence[State]], Position]
    levels: tuple[Level, ...] = ALPHA_BETA_LEVELS
    even_margin: float = 100

    def choose(self, task: Task) -> str:
        """Return the canonical text of the move that the level chooses."""
        position = self.begin(task.path)
        return position.write(best_move(position, task.level, task.budget, task.chance))

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return what the evaluation says for a seat."""
        position = self.begin(path)
        if position.winner is not None:
            return 0 if position.winner == DRAW else WIN if position.winner == seat else -WIN
        score = position.evaluate()
        return score if position.turn == seat else -score


@dataclass(frozen=True, slots=True)
class PlayoutEngine:
    """An engine that plays a game on at random by its public rules, for so many plies."""

    key: str
    levels: tuple[Level, ...] = PLAYOUT_LEVELS
    cut: int = 200
    judge: Judge = even
    even_margin: float = 0.1

    def choose(self, task: Task) -> str:
        """Return the canonical text of the move that the level chooses."""
        return best_by_playouts(
            task.state, task.level, task.budget, task.chance, cut=self.cut, judge=self.judge
        )

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return what the judge says of a seat, or the outcome of a finished game."""
        state = path[-1]
        shares = self.judge(state) if state.outcome is None else shares_of(state)
        return shares[seat]
