"""Rounds: the measure of a dice game's length, where plies say little."""

from collections.abc import Iterable


def round_of(seats: Iterable[int | None], players: int) -> int:
    """Return the round of the last ply, from the plies' seats; chance plies have none.

    A round ends when the turn returns to the first mover, or passes them.
    """
    number, began, before = 1, None, 0
    for seat in seats:
        if seat is None:
            continue
        began = seat if began is None else began
        place = (seat - began) % players
        number += place < before
        before = place
    return number
