"""Pseudo-random numbers that are the same on every machine."""

_MASK = (1 << 64) - 1


class Scatter:
    """A seeded pseudo-random number generator (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def share(self) -> float:
        """Return a number from 0 up to 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        value = self._state
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((value ^ (value >> 31)) >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` up to `high`."""
        return low + (high - low) * self.share()

    def index(self, length: int) -> int:
        """Return an index of a sequence of this length."""
        return int(self.share() * length)
