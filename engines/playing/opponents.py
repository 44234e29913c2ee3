"""Opponents in a match: the levels, and reference opponents.

A spec is a level, alone as in `5`, or as `5/2s` (seconds per move) or `5/3000n` (nodes per move); `random`;
`greedy`, which wins immediately or else does most damage; `glance`, which wins immediately or else plays the
move with the best static value; or `uct/4400n`, plain UCT with this number of playouts, each cut after a
number of plies if given as in `uct/80n/200`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engines.contract import Budget, Chance, Engine, Level, pick, shuffle
from engines.playing.answers import answer
from engines.search.playouts import best_by_playouts
from rules import Move, State

_LEVEL: Final = re.compile(r"(?P<level>[1-5])(?:/(?P<amount>[0-9]+(?:\.[0-9]+)?)(?P<unit>[sn]))?", re.ASCII)
_UCT: Final = re.compile(r"uct/(?P<playouts>[0-9]+)n(?:/(?P<cut>[0-9]+))?", re.ASCII)
KINDS: Final = "1 to 5, 5/2s, 5/3000n, random, greedy, glance, uct/4400n, uct/80n/200"
"""The forms of specs."""

_UNCUT: Final = 100_000
_ALL: Final = Level(5, nodes=None)

Clock = Callable[[], float]


class Opponent(Protocol):
    """A player of one game."""

    def move(self, path: Sequence[State], seed: str) -> Move:
        """Return a move for the seat to act."""


@dataclass(frozen=True, slots=True)
class AtLevel:
    """An engine at one of its levels, with a number of nodes or seconds per move."""

    engine: Engine
    number: int
    nodes: int | None
    seconds: float | None
    clock: Clock

    def move(self, path: Sequence[State], seed: str) -> Move:
        """Return the level's move, by default with as many nodes as in the bot."""
        nodes = self.nodes
        if nodes is None and self.seconds is None:
            nodes = self.engine.full_nodes(path[-1])
        deadline = None if self.seconds is None else self.clock() + self.seconds
        return answer(self.engine, path, self.number, Budget(nodes, deadline, self.clock), seed)


@dataclass(frozen=True, slots=True)
class AtRandom:
    """A player of random legal moves."""

    def move(self, path: Sequence[State], seed: str) -> Move:
        """Return a random legal move, uniformly distributed."""
        return pick(Chance(f"{seed}/{len(path)}"), path[-1].legal_moves())


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A player that wins immediately or else plays the move with the best static value, without a search.

    `worth` is the value of a path's last state to a seat.
    """

    worth: Callable[[Sequence[State], int], float]

    def move(self, path: Sequence[State], seed: str) -> Move:
        """Return the best-looking move, chosen at random among equals."""
        state = path[-1]
        seat = state.turn
        if seat is None:
            raise ValueError("nobody is to act")
        moves = shuffle(Chance(f"{seed}/{len(path)}"), state.legal_moves())
        return max(moves, key=lambda move: self._worth(path, state.play(move), seat))

    def _worth(self, path: Sequence[State], after: State, seat: int) -> tuple[int, float]:
        if after.outcome is not None and after.outcome.winners:
            return (1 if seat in after.outcome.winners else -1, 0)
        return 0, self.worth((*path, after), seat)


def _harm_to_others(path: Sequence[State], seat: int) -> float:
    """Return the number of points at which the last ply affected another seat, for example by a capture."""
    return sum(len(event.points) for event in path[-1].events if event.seat not in {None, seat})


@dataclass(frozen=True, slots=True)
class Uct:
    """Plain UCT through the public rules, with a fixed number of playouts per move."""

    playouts: int
    cut: int

    def move(self, path: Sequence[State], seed: str) -> Move:
        state, chance = path[-1], Chance(f"{seed}/{len(path)}")
        return state.parse(best_by_playouts(state, _ALL, Budget(self.playouts), chance, cut=self.cut))


def opponent(spec: str, engine: Engine, clock: Clock) -> Opponent:
    """Return a spec's opponent. Raises ValueError."""
    if spec == "random":
        return AtRandom()
    if spec == "greedy":
        return AtOnce(_harm_to_others)
    if spec == "glance":
        return AtOnce(engine.estimate)
    if match := _UCT.fullmatch(spec):
        return Uct(int(match["playouts"]), int(match["cut"] or _UNCUT))
    if match := _LEVEL.fullmatch(spec):
        number, amount = int(match["level"]), match["amount"]
        nodes = int(float(amount)) if match["unit"] == "n" else None
        seconds = float(amount) if match["unit"] == "s" else None
        return AtLevel(engine, number, nodes, seconds, clock)
    raise ValueError(f"{spec[:40]!r} is not an opponent; there are {KINDS}")
