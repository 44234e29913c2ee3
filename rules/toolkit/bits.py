"""Sets of small integers as bit masks: bit i means the number i."""

from collections.abc import Iterable, Iterator


def bits(numbers: Iterable[int]) -> int:
    """Return a set of distinct numbers as a bit mask."""
    return sum(1 << number for number in numbers)


def members(some: int) -> Iterator[int]:
    """Yield the numbers in a set, ascending."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
