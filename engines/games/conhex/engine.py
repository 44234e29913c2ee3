"""The engine of ConHex: its levels, and what a position looks like at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engines.contract import WIN, Chance, Level, Task
from engines.games.conhex.filling import drawn, filled_winner, spread
from engines.games.conhex.spot import begin
from engines.games.conhex.tree import choose
from rules import State

LEVELS: Final = (
    Level(1, nodes=4, margin=5_000, attention=20),
    Level(2, nodes=40, margin=1_200, attention=60),
    Level(3, nodes=120, margin=400, attention=85),
    Level(4, nodes=500, margin=100),
    Level(5, nodes=None),
)

_GLANCES: Final = 60
"""Boards filled to say what a position looks like."""


@dataclass(frozen=True, slots=True)
class ConHexEngine:
    """UCT with RAVE."""

    key: str = "conhex"
    levels: tuple[Level, ...] = LEVELS
    even_margin: float = 0.1

    def choose(self, task: Task) -> str:
        """Return the canonical text of the move that the level chooses."""
        return choose(task)

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return which share of boards filled at random a seat wins."""
        spot = begin(path)
        if spot.winner is not None:
            return WIN if spot.winner == seat else -WIN
        chance = Chance("glance")
        red, blue = (spread(cells) for cells in spot.cells)
        won = 0
        for _ in range(_GLANCES):
            mine = drawn(spot.free, (spot.free.bit_count() + 1) // 2, chance.random())
            own, other = spot.balls[spot.turn] | mine, spot.balls[1 - spot.turn] | (spot.free ^ mine)
            balls = (own, other) if spot.turn == 0 else (other, own)
            won += filled_winner(balls, red, blue, chance.random()) == seat
        return won / _GLANCES
