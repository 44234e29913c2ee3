"""The protocol of positions that are searched by making and unmaking moves."""

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

WIN: Final = 1_000_000
"""The score of an immediate win, less one per ply of distance. No evaluation comes close."""

DRAW: Final = -1
"""The `winner` of a drawn game."""

UNCLEAR: Final = 10 * WIN
"""The value of a move that is unknown until the move is made."""


class Position(Protocol):
    """A position of a game for two without chance; a whole search uses a single object.

    Moves are numbers from 1 on whose meaning depends on the position. A seat may act twice in a row.
    """

    turn: int
    """The seat to act."""

    winner: int | None
    """The seat that has won, DRAW, or None for a running game."""

    key: int
    """A hash of the position and the seat to act, unique within a search."""

    def moves(self) -> Sequence[int]:
        """Return the legal moves, in a fixed order."""

    def loud(self) -> Sequence[int]:
        """Return the moves that change the balance immediately, such as captures.

        They are tried first, followed beyond the search depth, and overlooked only as far as the level's
        `loud_attention` allows.
        """

    def make(self, move: int) -> None:
        """Play a legal move."""

    def unmake(self) -> None:
        """Take the last move back."""

    def evaluate(self) -> int:
        """Return the static evaluation for the seat to act, in hundredths of a man."""

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move, preceded by the value of `evaluate` after it for its mover.

        The value may be too high, but hardly ever too low. UNCLEAR is the value of a move that may end the
        game, after which the same seat acts again, or whose value is unknown until it is made.
        """

    def read(self, text: str) -> int:
        """Return the move with a legal canonical text."""

    def write(self, move: int) -> str:
        """Return the canonical text of a legal move."""


@runtime_checkable
class KnowsPressure(Protocol):
    """A position that detects a threat against the seat to act, which the search then extends by a ply."""

    def pressed(self) -> bool:
        """Return whether the other side threatens to win with its next move."""
