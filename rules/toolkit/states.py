"""Shared parts of many games' states."""

from fractions import Fraction

from rules.contract import IllegalMove, Move
from rules.contract.vocabulary import CommonRefusal


class TwoPlayerState:
    """A base for states of games for two without chance."""

    __slots__ = ()

    @property
    def players(self) -> int:
        """Always two."""
        return 2

    @property
    def is_chance(self) -> bool:
        """Never: the game has no chance."""
        return False

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return nothing: the game has no chance plies."""
        return ()


def game_over() -> IllegalMove:
    """Return the refusal of any move after the end."""
    return IllegalMove("the game is over", CommonRefusal.GAME_OVER)
