"""Catch the Hat (Fang den Hut): two to six players, one die, hats that catch hats."""

from rules.games.catch_the_hat.board import BACK, COLOURS, FRONT, LETTERS, SIDES, Side
from rules.games.catch_the_hat.game import GAME, CatchTheHat, HatState
from rules.games.catch_the_hat.points import EXTENT

__all__ = [
    "BACK",
    "COLOURS",
    "EXTENT",
    "FRONT",
    "GAME",
    "LETTERS",
    "SIDES",
    "CatchTheHat",
    "HatState",
    "Side",
]
