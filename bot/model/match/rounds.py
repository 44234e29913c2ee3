"""Rounds: the measure of a dice game's length, where single plies say little."""

from collections.abc import Iterable


def round_of(seats: Iterable[int | None], players: int) -> int:
    """Return in which round the last of some plies was played, from who played each; chance has no seat.

    A round ends when the turn comes round to whoever began, or passes them.
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
