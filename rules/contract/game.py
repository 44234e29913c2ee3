"""The protocols of every game: an immutable description that creates immutable states.

Drawing, chat and storage are elsewhere, based on these declarations.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from rules.contract.values import Event, Move, Option, Outcome, RulesVersion
from rules.contract.vocabulary import Vocabulary


class State(Protocol):
    """A position with everything needed to continue from it; immutable, compared by value.

    Equality compares game, options, players and position, not the history.
    """

    @property
    def game(self) -> "Game":
        """The game of this state."""

    @property
    def options(self) -> Mapping[str, str]:
        """All options with their values, including defaults."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def position(self) -> str:
        """The position as text; `Game.from_position` reads it back."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None in a chance state and when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next, not a player."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None for a running game."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last ply; empty in a position that no ply led to."""

    @property
    def last(self) -> Move | None:
        """The ply that led here; None for a first position."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the distinct legal moves in a fixed order; none in a chance state or a finished game."""

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return the chance plies with their probabilities; empty outside chance states."""

    def parse(self, text: str) -> Move:
        """Read a move as typed by a player.

        Raises InvalidMove, IllegalMove or AmbiguousMove.
        """

    def play(self, move: Move) -> "State":
        """Return the state after `move`, a legal or chance move. Raises IllegalMove."""


class Game(Protocol):
    """A game: its key, its options and the creation of its states."""

    @property
    def key(self) -> str:
        """The id of the game, which never changes."""

    @property
    def order(self) -> int:
        """The game's place in lists of games: lower comes first."""

    @property
    def versions(self) -> tuple[RulesVersion, ...]:
        """The versions of its rules, numbered from 1; the last one is in force.

        Any change that makes a ply of an earlier game illegal, or changes its result, is a new version. Keys,
        option values, numbers of players and roles are never removed: every stored game can be replayed.
        """

    @property
    def seats(self) -> tuple[int, ...]:
        """The possible numbers of players, ascending."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of a game, in display order."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The game's vocabulary: its refusals, events, outcomes, actions, duties and questions."""

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the id of each seat's role (its side or colour)."""

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        """Return the first state. Raises InvalidOption."""

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> State:
        """Return the state described by a position text. Raises InvalidPosition or InvalidOption."""
