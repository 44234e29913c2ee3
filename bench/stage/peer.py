"""python-chess playing at random: what rules are measured beside, and how fast a machine is."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

import chess

PEER = "python-chess"
LONGEST_GAME = 1000
"""After so many plies random play starts afresh."""


def play_chess(chance: Random) -> Iterator[None]:
    """Make random plies without end."""
    while True:
        board = chess.Board()
        for _ in range(LONGEST_GAME):
            moves = list(board.legal_moves)
            board.push(moves[int(chance.random() * len(moves))])
            yield
            if board.is_game_over():
                break


def plies_per_second(game: Iterator[None], seconds: float) -> float:
    """Play on for so long; return the speed."""
    count, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not count:
        next(game)
        count += 1
    return count / spent
