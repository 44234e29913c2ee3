"""Reproducible randomness for the strokes of a material."""

from typing import Final

# The multiplier and increment of Knuth's MMIX.
_FACTOR: Final = 6364136223846793005
_STEP: Final = 1442695040888963407
_BITS: Final = 64


class TextureChance:
    """Draws pseudo-random numbers from the seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed
        self.between(0.0, 1.0)

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` up to `high`."""
        self._state = (self._state * _FACTOR + _STEP) % (1 << _BITS)
        return low + (high - low) * (self._state >> 11) / (1 << 53)

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, inclusive."""
        return min(high, int(self.between(low, high + 1)))
