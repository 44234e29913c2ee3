"""The protocol of an engine for a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engines.contract.budget import Budget
from engines.contract.chance import Chance
from engines.contract.facts import Oracle
from engines.contract.levels import Level
from engines.contract.verdict import PlyVerdict
from rules import State


@dataclass(frozen=True, slots=True)
class Task:
    """A move to find: the states of a game from the first to the current one, and the budget.

    In the last state a seat is to act and has at least two legal moves.
    """

    path: Sequence[State]
    level: Level
    budget: Budget
    chance: Chance

    @property
    def state(self) -> State:
        return self.path[-1]


class Engine(Protocol):
    """An engine for one game, declared as ENGINE by a folder of `engines.games`."""

    @property
    def key(self) -> str:
        """The key of its game."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The five levels, weakest first."""

    @property
    def even_margin(self) -> float:
        """The largest lead of a seat over all others that still counts as even."""

    @property
    def oracle(self) -> Oracle | None:
        """The solved part of the game; None if nothing is solved."""

    def level(self, state: State, number: int) -> Level:
        """Return a level by number for the seat to act; a role that is easy to play may have its own."""

    def full_nodes(self, state: State) -> int:
        """Return the nodes that the strongest level searches in a state without another limit.

        They take two seconds on an idle core.
        """

    def choose(self, task: Task) -> str:
        """Return the canonical text of a legal move for the seat to act."""

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return the static value of a path's last state for a seat; more is better."""

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the prospects of a legal move and of the best move, searched alike.

        A win in one is always found. The best move counts as lost only if every legal move is proved to lose.
        `played` may be the only legal move.
        """
