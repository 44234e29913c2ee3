"""The legal moves of Hounds and Jackals (rules 1-7, rulings B5-B7, B14, B15, B18, B25)."""

from collections.abc import Iterator

from rules.contract import Move
from rules.games.hounds_and_jackals.board import (
    GUARDED_RETREAT,
    MOVES,
    NEAR,
    PASS,
    REACH,
    RETREATS,
    steps_of,
)
from rules.games.hounds_and_jackals.obligations import answers
from rules.games.hounds_and_jackals.setup import Setup
from rules.toolkit.bits import members


def legal_moves(setup: Setup, own: int, enemy: int, attacked: int) -> tuple[Move, ...]:
    """Return the legal moves by origin, then target; a pass if there are none."""
    if attacked:
        replies = answers(setup, own, enemy, attacked)
        if replies:
            return replies
        if setup.void_means_pass:
            return (PASS,)
    return tuple(_free(own, enemy)) or (PASS,)


def _free(own: int, enemy: int) -> Iterator[Move]:
    """Yield the moves of a side without obligations."""
    for hole in members(own):
        steps = steps_of(hole, own, enemy)
        if steps == 1 and hole in RETREATS and _may_retreat(hole, own, enemy):
            yield MOVES[hole][RETREATS[hole]]
        for goal_bit, move in REACH[hole][steps]:
            if not own & goal_bit:
                yield move


def _may_retreat(hole: int, own: int, enemy: int) -> bool:
    guarded = hole == GUARDED_RETREAT and not enemy & NEAR
    return not guarded and not own >> RETREATS[hole] & 1
