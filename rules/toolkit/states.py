"""Shared parts of many games' states."""

from fractions import Fraction

from rules.contract import IllegalMove, Move
from rules.contract.vocabulary import CommonRefusal


class TwoPlayerState:
    """A base for states of two-player games without chance."""

    __slots__ = ()

    @property
    def players(self) -> int:
        return 2

    @property
    def is_chance(self) -> bool:
        return False

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        return ()


def game_over() -> IllegalMove:
    """Return the refusal of any move after the end."""
    return IllegalMove("the game is over", CommonRefusal.GAME_OVER)
