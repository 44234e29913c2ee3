"""Steps through a match's history: from one player's move to the next, including rolls."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from bot.model.match.match import MatchPosition, PlayedPly


class Direction(Enum):
    """The direction from the displayed step."""

    HERE = "here"
    FIRST = "first"
    BACK = "back"
    FORWARD = "forward"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A match at step `number` of `count`; 0 is the start.

    `played` are the step's plies: a player's ply and the rolls before it, or only the last rolls.
    """

    number: int
    count: int
    position: MatchPosition
    played: tuple[PlayedPly, ...]
    ply: int

    @property
    def is_last(self) -> bool:
        """Whether no later step is known."""
        return self.number == self.count


def stops_of(seats: Iterable[int | None]) -> tuple[int, ...]:
    """Return the plies at which a match's steps end, the start first; `seats` has one entry for each ply.

    A ply without a seat is a chance ply and belongs to the next player's ply.
    """
    stops = [0]
    number = 0
    for number, seat in enumerate(seats, start=1):
        if seat is not None:
            stops.append(number)
    if stops[-1] != number:
        stops.append(number)
    return tuple(stops)


def step_from(stops: tuple[int, ...], ply: int, direction: Direction) -> int:
    """Return the index of the next stop from a ply in a direction; at either end it stays."""
    if direction is Direction.FIRST:
        return 0
    if direction is Direction.LAST:
        return len(stops) - 1
    if direction is Direction.HERE:
        return next((index for index, stop in enumerate(stops) if stop >= ply), len(stops) - 1)
    if direction is Direction.BACK:
        return max((index for index, stop in enumerate(stops) if stop < ply), default=0)
    return next((index for index, stop in enumerate(stops) if stop > ply), len(stops) - 1)
