"""The budget of an answer: nodes and time."""

from collections.abc import Callable
from typing import Final

_UNWATCHED: Final = 200
"""Nodes between two checks of the clock: a few milliseconds."""


class Exhausted(Exception):
    """The nodes or the time of a budget are used up."""


class Budget:
    """The limits on the work for an answer; without limits the search is endless.

    A node is a move made in the search, or a game played out. `deadline` is a time of `clock`.
    """

    __slots__ = ("_clock", "_deadline", "_nodes", "_unwatched", "foreseen", "spent")

    def __init__(
        self,
        nodes: int | None = None,
        deadline: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._nodes = nodes
        self._deadline = deadline
        self._clock = clock
        self._unwatched = 0
        self.spent = 0
        self.foreseen = 0
        """Positions scored without making the move to them; not subject to any limit."""

    def within(self, nodes: int | None) -> "Budget":
        """Return a fresh budget additionally limited to a number of nodes."""
        limits = [limit for limit in (self._nodes, nodes) if limit is not None]
        return Budget(min(limits, default=None), self._deadline, self._clock)

    def part(self, share: float) -> "Budget":
        """Return a fresh budget with a share of the nodes and of the remaining time."""
        nodes = None if self._nodes is None else max(1, int(self._nodes * share))
        if self._clock is None or self._deadline is None:
            return Budget(nodes)
        now = self._clock()
        return Budget(nodes, now + share * (self._deadline - now), self._clock)

    def spend(self, nodes: int = 1) -> None:
        """Count work before it is done. Raises Exhausted."""
        self.spent += nodes
        if self._nodes is not None and self.spent > self._nodes:
            raise Exhausted
        self._unwatched += nodes
        if self._unwatched >= _UNWATCHED:
            self.watch()

    def watch(self) -> None:
        """Check the clock after work that takes long per node. Raises Exhausted."""
        self._unwatched = 0
        if self._clock is not None and self._deadline is not None and self._clock() >= self._deadline:
            raise Exhausted
