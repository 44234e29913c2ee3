"""Declarations of each game's tests: a slow second account of its rules, and its perft table.

`tests/rules/games/<game>/case.py` holds the CASE of a game; `all_cases` finds them. The tests beside this
module run for each.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rules import Game, State


class Twin(Protocol):
    """A position by a second account of the rules, slow and straight from the rulebook."""

    def moves(self) -> Collection[str]:
        """Return the texts of the next plies, rolls among them; nothing after the end."""

    def after(self, text: str) -> "Twin":
        """Return the position after a ply."""

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners, nobody in a draw; None while the game goes on."""

    def position(self) -> str:
        """Return the position as text."""


Setting = Mapping[str, str]


@dataclass(frozen=True)
class Perft:
    """The numbers of nodes at depth 1, 2 and so on; the twin counts the first `twin` of them as well."""

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
    """The test case of one game.

    `twin` makes the second account from options, players and a position text ("" for the start). `settings`
    are options and players, None for the fewest, with which games are played beside it, `plies` of each.

    Hypothesis draws options from `drawn`, where it has them, else from all there are; after each ply it
    checks what `holds` of the state before, the state and the twin, and types each `every`th move.
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
    """Return the state a table counts from."""
    if perft.position:
        state = game.from_position(perft.position, perft.options, perft.players)
    else:
        state = game.new(perft.options, perft.players)
    for text in perft.moves:
        state = state.play(state.parse(text))
    return state


def nodes(twin: Twin, depth: int) -> int:
    """Count the sequences of exactly so many plies, by the twin."""
    if depth == 1:
        return len(twin.moves())
    return sum(nodes(twin.after(text), depth - 1) for text in twin.moves())
