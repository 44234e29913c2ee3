"""The number of repetitions of tests: a few in each run, all on request."""

import os
from collections.abc import Sequence
from itertools import cycle, product
from typing import TypeVar

LONG = "LONG_TESTS"
"""The environment variable that requests all repetitions."""

_Case = TypeVar("_Case")
_First = TypeVar("_First")
_Second = TypeVar("_Second")


def repeats(few: int, most: int) -> int:
    return most if os.environ.get(LONG) else few


def in_turn(first: Sequence[_First], second: Sequence[_Second]) -> Sequence[tuple[_First, _Second]]:
    """Pair each of `first` with a value of `second`, in turn; return all pairs if LONG_TESTS is set."""
    pairs = list(zip(first, cycle(second), strict=False))
    return cases(pairs, list(product(first, second)))


def cases(few: Sequence[_Case], every: Sequence[_Case]) -> Sequence[_Case]:
    """Return the `few` cases, which represent `every` case; all of them if LONG_TESTS is set."""
    return every if os.environ.get(LONG) else few
