"""The scripted game of a trial: a short game, with both seats played."""

from collections.abc import Mapping
from typing import Final

from rules.contract import Game, State

GAME: Final = "hnefatafl"
OPTIONS: Final[Mapping[str, str]] = {"board": "brandubh-7"}
MOVES: Final = ("d1-c1", "d3-a3", "d2-a2", "d4-d1", "c1-b1", "d1-g1")
"""A complete game of Brandubh: the king escapes to a corner."""


def position(games: Mapping[str, Game], plies: int) -> State:
    """Return the position after a number of moves of the script."""
    state = games[GAME].new(OPTIONS)
    for text in MOVES[:plies]:
        state = state.play(next(move for move in state.legal_moves() if move.text == text))
    return state
