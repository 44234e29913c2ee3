"""Ladders: who wins against somebody above takes their rung; who does not play sinks."""

from collections.abc import Collection, Sequence
from typing import Final

REACH: Final = 3
"""How many rungs above oneself one may challenge."""


def challengeable(rungs: Sequence[int], challenger: int, busy: Collection[int] = ()) -> tuple[int, ...]:
    """Return whom somebody may challenge, the nearest first; who is `busy` is in a game of the ladder."""
    if challenger not in rungs or challenger in busy:
        return ()
    rung = rungs.index(challenger)
    return tuple(one for one in rungs[max(0, rung - REACH) : rung][::-1] if one not in busy)


def after_game(rungs: Sequence[int], challenger: int, challenged: int, winner: int | None) -> tuple[int, ...]:
    """Return the rungs after a game: a challenger who has won takes the rung, all between go down one.

    Who has left the ladder or got above the other meanwhile moves nobody.
    """
    if winner != challenger or challenger not in rungs or challenged not in rungs:
        return tuple(rungs)
    above, below = rungs.index(challenged), rungs.index(challenger)
    if above > below:
        return tuple(rungs)
    rest = [one for one in rungs if one != challenger]
    rest.insert(above, challenger)
    return tuple(rest)


def sunk(rungs: Sequence[int], idle: Collection[int]) -> tuple[int, ...]:
    """Return the rungs after those who are idle have gone down one each; who is idle passes nobody idle."""
    order = list(rungs)
    for place in range(len(order) - 2, -1, -1):
        if order[place] in idle and order[place + 1] not in idle:
            order[place], order[place + 1] = order[place + 1], order[place]
    return tuple(order)
