"""The count of plies that ends a game, shown on the plate of the side to act once it matters."""

from typing import Final, Protocol, runtime_checkable

from render.canvas.canvas import Canvas, Spot
from render.contract.scoreboard import Count

_SHOWN_FROM: Final = 1 / 2
"""The share of the limit from which a count is shown."""


@runtime_checkable
class QuietCount(Protocol):
    """A position with a count of plies that ends the game."""

    @property
    def turn(self) -> int | None:
        """The seat to act."""

    @property
    def quiet(self) -> int:
        """The plies counted so far."""

    @property
    def quiet_limit(self) -> int | None:
        """The count that ends the game; None without a limit."""


def matters(state: QuietCount) -> bool:
    """Return whether the game is running and has reached at least half of the limit."""
    limit = state.quiet_limit
    return state.turn is not None and limit is not None and state.quiet >= limit * _SHOWN_FROM


def countdown(state: QuietCount, seat: int) -> tuple[Count, ...]:
    """Return the count on a seat's plate: an hourglass and the plies, if the seat is to act."""
    if seat != state.turn or not matters(state):
        return ()
    return (Count("hourglass", hourglass, state.quiet, state.quiet_limit),)


def hourglass(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw an hourglass for the plate of the side to act."""
    x, y = centre
    broad, high = 0.3 * side, 0.42 * side
    for sign in (-1, 1):
        edge, rim = y + sign * high, 1.25 * broad
        canvas.polygon([(x - broad, edge), (x + broad, edge), (x, y)], "frame-low")
        canvas.rectangle((x - rim, edge - 0.05 * side, x + rim, edge + 0.05 * side), "frame-low")
    canvas.rectangle((x - 0.04 * side, y - 0.1 * side, x + 0.04 * side, y + 0.1 * side), "frame-low")
