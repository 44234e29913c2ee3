"""python-chess with random play: the reference for our rules, and for a machine's speed."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

import chess

PEER = "python-chess"
MAX_PLIES = 1000
"""The number of plies after which random play restarts."""


def play_chess(chance: Random) -> Iterator[None]:
    """Make random plies endlessly."""
    while True:
        board = chess.Board()
        for _ in range(MAX_PLIES):
            moves = list(board.legal_moves)
            board.push(moves[int(chance.random() * len(moves))])
            yield
            if board.is_game_over():
                break


def plies_per_second(game: Iterator[None], seconds: float) -> float:
    """Play for the given time; return plies per second."""
    count, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not count:
        next(game)
        count += 1
    return count / spent
