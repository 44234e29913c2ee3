"""Declarations of each game's tests: a slow second implementation of its rules, and its perft table.

`tests/rules/games/<game>/case.py` contains the CASE of a game; `all_cases` finds them. The tests in this
folder run for each case.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rules import Game, State


class Twin(Protocol):
    """A position in a second implementation of the rules, slow and straight from the rulebook."""

    def moves(self) -> Collection[str]:
        """Return the texts of the next plies, including rolls; empty after the end."""

    def after(self, text: str) -> "Twin":
        """Return the position after a ply."""

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners, empty for a draw; None for a running game."""

    def position(self) -> str:
        """Return the position as text."""


Setting = Mapping[str, str]


@dataclass(frozen=True)
class Perft:
    """The numbers of nodes at depth 1, 2 and so on; the twin also counts the first `twin` of them."""

    counts: tuple[int, ...]
    options: Setting = field(default_factory=dict)
    players: int | None = None
    position: str = ""
    moves: tuple[str, ...] = ()
    twin: int = 2

    def __str__(self) -> str:
        parts = (*self.options.values(), str(self.players or ""), *self.moves[-1:], self.position[:12])
        return " ".join(filter(None, parts))


def _nothing_more(_before: State | None, _state: State, _twin: Twin) -> None: ...


@dataclass(frozen=True)
class Case:
    """The test case of a game.

    `twin` creates the second implementation from options, players and a position text ("" for the start).
    `settings` are options and players (None for the fewest) of games played alongside it, `plies` the length
    of each.

    Hypothesis draws options from `drawn`, if given, else from all options; after each ply it checks `holds`
    for the previous state, the state and the twin, and types each `every`th move.
    """

    game: Game
    perft: tuple[Perft, ...]
    twin: Callable[[Setting, int, str], Twin]
    settings: tuple[tuple[Setting, int | None], ...] = (({}, None),)
    plies: int = 120
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    holds: Callable[[State | None, State, Twin], None] = _nothing_more
    every: int = 1


def start(perft: Perft, game: Game) -> State:
    """Return the state from which a table counts."""
    if perft.position:
        state = game.from_position(perft.position, perft.options, perft.players)
    else:
        state = game.new(perft.options, perft.players)
    for text in perft.moves:
        state = state.play(state.parse(text))
    return state


def nodes(twin: Twin, depth: int) -> int:
    """Count the sequences of exactly `depth` plies, using the twin."""
    if depth == 1:
        return len(twin.moves())
    return sum(nodes(twin.after(text), depth - 1) for text in twin.moves())
