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
    """A move to find: the states of a game from its first to the one to move in, and the budget for it.

    In the last state a seat is to act and has at least two legal moves.
    """

    path: Sequence[State]
    level: Level
    budget: Budget
    chance: Chance

    @property
    def state(self) -> State:
        """The state to move in."""
        return self.path[-1]


class Engine(Protocol):
    """An engine for one game. A folder of `engines.games` that declares ENGINE has one."""

    @property
    def key(self) -> str:
        """The key of its game."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The five levels, the weakest first."""

    @property
    def even_margin(self) -> float:
        """The largest lead of a seat over every other one that is still about even."""

    @property
    def oracle(self) -> Oracle | None:
        """The solved part of the game; None if nothing is solved."""

    def level(self, state: State, number: int) -> Level:
        """Return the level of a number for the seat to act; a role that is easy to play may have its own."""

    def full_nodes(self, state: State) -> int:
        """Return the nodes that the strongest level searches in a state without another limit.

        An idle core searches them in two seconds.
        """

    def choose(self, task: Task) -> str:
        """Return the canonical text of a legal move for the seat to act."""

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return the static value of a path's last state for a seat; more is better."""

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the prospects of a legal move and of the best one, searched alike.

        A win in one is always found. The best move counts as lost only where every legal move is proved to
        lose. There may be no other legal move.
        """
