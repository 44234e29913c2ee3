"""Ids that contain their time of creation, unique and ascending."""

from playground.values.clock import Clock

EPOCH_MS = 1_420_070_400_000
TIME_SHIFT = 22


class Snowflakes:
    """Creates ids from a clock: milliseconds since 2015 in the high bits, a counter in the low ones."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def mint(self) -> str:
        """Return a new id as text, greater than all ids so far."""
        fresh = (int(self._clock.now() * 1000) - EPOCH_MS) << TIME_SHIFT
        self._last = max(fresh, self._last + 1)
        return str(self._last)

    def saw(self, snowflake: str) -> None:
        """Register an id from an earlier run, so that new ids are greater."""
        self._last = max(self._last, int(snowflake))


def is_snowflake(value: object) -> bool:
    """Return whether a value can be an id: decimal text or an integer of up to 63 bits."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return 0 <= value < 1 << 63
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 19
