"""The engine of Fox and Hens: its levels and their oversights."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engines.contract import DRAW, WIN, Level, Oracle, PlyVerdict, Task
from engines.games.fox_and_hens.position import begin
from engines.games.fox_and_hens.solved import FoxOracle
from engines.search.alpha_beta import best_move
from engines.search.engine import weigh
from engines.search.proved_moves import candidates, weigh_by_facts
from rules import State
from rules.games.fox_and_hens.setup import FOXES

LEVELS: Final = (
    Level(1, nodes=300, depth=1, exchanges=0, margin=700, attention=20),
    Level(2, nodes=1_000, depth=2, exchanges=1, margin=60, attention=65),
    Level(3, nodes=4_000, depth=3, exchanges=2, margin=25, attention=88),
    Level(4, nodes=20_000, depth=5, margin=8),
    Level(5, nodes=None),
)
BEGINNING_FOXES: Final = Level(1, nodes=300, depth=1, exchanges=0, margin=10_000, attention=2)
"""Foxes win four of five games with random moves: a beginner overlooks nearly every capture."""


@dataclass(frozen=True, slots=True)
class FoxEngine:
    """Alpha-beta in which a level's attention also applies to captures and claims."""

    key: str = "fox-and-hens"
    levels: tuple[Level, ...] = LEVELS
    even_margin: float = 100
    spread: float = 400
    nodes: int = 170_000
    oracle: Oracle | None = field(default_factory=FoxOracle)

    def level(self, state: State, number: int) -> Level:
        return BEGINNING_FOXES if number == 1 and state.turn == FOXES else self.levels[number - 1]

    def full_nodes(self, state: State) -> int:  # noqa: ARG002 -- the contract of engines asks for it
        return self.nodes

    def choose(self, task: Task) -> str:
        salt = int(task.chance.random() * 2**53)
        position = begin(task.path, task.level.attention, salt)
        only: Sequence[int] = ()
        if self.oracle is not None and task.level == self.levels[-1]:
            shortlist = candidates(self.oracle, task)
            # No position recurs, so any winning move makes progress: the search chooses among them.
            kept = shortlist.wins or shortlist.kept
            if len(kept) == 1:
                return kept[0]
            if len(kept) < len(task.state.legal_moves()):
                only = tuple(position.read(text) for text in kept)
        return position.write(best_move(position, task.level, task.budget, task.chance, only))

    def estimate(self, path: Sequence[State], seat: int) -> float:
        position = begin(path)
        if position.winner is not None:
            return 0 if position.winner == DRAW else WIN if position.winner == seat else -WIN
        score = position.evaluate()
        return score if position.turn == seat else -score

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the values of a move and of the best move, from the tables or a search of equal depth."""
        worth = weigh_by_facts(self.oracle, task, played)
        return worth or weigh(begin(task.path), task, played, self.spread)
