"""A count of positions, stored without copying the whole history at each ply."""

from collections.abc import Mapping

Sight = tuple[bytes, int]  # a board and the seat to act on it

_BATCH = 32  # the number of recent sights copied per ply before they join the settled ones


class Sightings:
    """An immutable count of positions; `after` creates the next from it."""

    __slots__ = ("_recent", "_settled")

    def __init__(self, settled: Mapping[Sight, int], recent: Mapping[Sight, int]) -> None:
        self._settled = settled
        self._recent = recent

    def count(self, sight: Sight) -> int:
        """Return how often a position has occurred."""
        return self._recent.get(sight) or self._settled.get(sight, 0)

    def after(self, sight: Sight) -> "Sightings":
        """Return the counts with another occurrence of this position."""
        recent = {**self._recent, sight: self.count(sight) + 1}
        if len(recent) <= _BATCH:
            return Sightings(self._settled, recent)
        return Sightings({**self._settled, **recent}, {})


NOTHING_SEEN = Sightings({}, {})
