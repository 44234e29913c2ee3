"""Sets of small numbers as integers: bit i means the number i."""

from collections.abc import Iterable, Iterator


def bits(numbers: Iterable[int]) -> int:
    """Return a set of distinct numbers as bits."""
    return sum(1 << number for number in numbers)


def members(some: int) -> Iterator[int]:
    """Yield the numbers in a set, rising."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
