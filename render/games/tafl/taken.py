"""The number of men each side has captured: missing ones of the first position."""

from collections import Counter

from render.canvas.single_flight_cache import SingleFlightCache
from rules.games.tafl.state import Kit, SlidingState

# More choices of options than are ever played at a time.
_ARMIES = 64


class Prisoners:
    """Count taken men; `men` are the letters of the men by seat. Safe to use from several threads."""

    def __init__(self, men: tuple[str, str]) -> None:
        self._men = men
        self._armies: SingleFlightCache[tuple[str, ...], tuple[int, int]] = SingleFlightCache(_ARMIES)

    def count_taken(self, state: SlidingState[Kit]) -> tuple[int, int]:
        """Return how many men each seat has taken."""
        options = tuple(state.options.values())
        first, second = self._armies.get(options, lambda: self._standing(_start(state)))
        own, other = self._standing(state)
        return max(0, second - other), max(0, first - own)

    def _standing(self, state: SlidingState[Kit]) -> tuple[int, int]:
        letters = Counter(state.pieces.values())
        return letters[self._men[0]], letters[self._men[1]]


def _start(state: SlidingState[Kit]) -> SlidingState[Kit]:
    start = state.game.new(state.options)
    # Every game with a sliding state begins with one.
    if not isinstance(start, SlidingState):
        raise TypeError(f"{state.game.key} does not slide")
    return start
