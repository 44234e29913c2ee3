"""The number of men each side has captured: the men missing since the start position."""

from collections import Counter

from render.canvas.single_flight_cache import SingleFlightCache
from rules.games.tafl.state import Kit, SlidingState

# More combinations of options than are ever played at a time.
_ARMIES = 64


class Prisoners:
    """Counts captured men; `men` are the letters of the men by seat. Thread-safe."""

    def __init__(self, men: tuple[str, str]) -> None:
        self._men = men
        self._armies: SingleFlightCache[tuple[str, ...], tuple[int, int]] = SingleFlightCache(_ARMIES)

    def count_taken(self, state: SlidingState[Kit]) -> tuple[int, int]:
        """Return the number of men captured by each seat."""
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
