"""The protocol of positions that are searched by making and taking back moves."""

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

WIN: Final = 1_000_000
"""The score of an immediate win; one in n plies is n less. No evaluation comes near it."""

DRAW: Final = -1
"""The `winner` of a drawn game."""

UNCLEAR: Final = 10 * WIN
"""The value of a move that is unknown before the move is made."""


class Position(Protocol):
    """A position of a game for two without chance; a whole search uses a single object.

    Moves are numbers from 1 on whose meaning depends on the position. A seat may act twice in a row.
    """

    turn: int
    """The seat to act."""

    winner: int | None
    """The seat that has won, DRAW, or None for a running game."""

    key: int
    """A hash of the position and the seat to act; no other position of a search has the same."""

    def moves(self) -> Sequence[int]:
        """Return the legal moves, in a fixed order."""

    def loud(self) -> Sequence[int]:
        """Return the moves that change the balance at once, such as captures.

        They are tried first, followed beyond the depth of a search, and never overlooked.
        """

    def make(self, move: int) -> None:
        """Play a legal move."""

    def unmake(self) -> None:
        """Take the last move back."""

    def evaluate(self) -> int:
        """Return the position's static value for the seat to act, in hundredths of a man."""

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move with the value of `evaluate` after it, for the seat that makes it.

        UNCLEAR is the value of a move whose value is unknown before it is made, that may end the game, or
        after which the same seat acts again.
        """

    def read(self, text: str) -> int:
        """Return the move with a legal canonical text."""

    def write(self, move: int) -> str:
        """Return the canonical text of a legal move."""


@runtime_checkable
class KnowsPressure(Protocol):
    """A position that detects a threat against the seat to act: the search then goes a ply deeper."""

    def pressed(self) -> bool:
        """Return whether the other side threatens to win with its next move."""
