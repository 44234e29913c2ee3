"""python-chess with random play: the reference for our rules, and for the speed of a machine."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

import chess

PEER = "python-chess"
LONGEST_GAME = 1000
"""The plies after which random play restarts."""


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
    """Play for a given time; return the speed."""
    count, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not count:
        next(game)
        count += 1
    return count / spent
