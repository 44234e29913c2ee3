"""The protocol of positions that are searched by making moves and taking them back."""

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

WIN: Final = 1_000_000
"""The score of a win at once; one in n plies is n less. No evaluation comes near it."""

DRAW: Final = -1
"""The `winner` of a game that nobody has won."""

UNCLEAR: Final = 10 * WIN
"""The outlook of a move that has to be made before anything can be said of it."""


class Position(Protocol):
    """A position of a game for two that leaves nothing to chance; one object goes through a whole search.

    Moves are numbers from 1 on that mean something to the position alone. A seat may act twice in a row.
    """

    turn: int
    """The seat to act."""

    winner: int | None
    """The seat that has won, DRAW, or None while the game goes on."""

    key: int
    """The same number for the same position and seat to act, another one for any other that can be met."""

    def moves(self) -> Sequence[int]:
        """Return the legal moves, in a fixed order."""

    def loud(self) -> Sequence[int]:
        """Return those that change the balance at once, such as captures.

        They are tried first, followed beyond the depth of a search, and never overlooked.
        """

    def make(self, move: int) -> None:
        """Play a legal move."""

    def unmake(self) -> None:
        """Take the last move back."""

    def evaluate(self) -> int:
        """Return how good the position looks for the seat to act, in hundredths of a man."""

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move behind the value of `evaluate` after it, for the seat that makes it.

        A move of which that is not known without making it has UNCLEAR; so has one that may end the game, and
        one after which the same seat acts again.
        """

    def read(self, text: str) -> int:
        """Return the move with a canonical text that the rules have accepted."""

    def write(self, move: int) -> str:
        """Return the canonical text of a legal move."""


@runtime_checkable
class KnowsPressure(Protocol):
    """A position that knows when the seat to act has to answer a threat: then it is looked a ply further."""

    def pressed(self) -> bool:
        """Return whether the other side threatens to win with its next move."""
