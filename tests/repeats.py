"""How often tests repeat themselves: a few times in each run, all times on request."""

import os
from collections.abc import Sequence
from itertools import cycle, product
from typing import TypeVar

LONG = "LONG_TESTS"
"""The environment variable that asks for all repeats."""

_Case = TypeVar("_Case")
_First = TypeVar("_First")
_Second = TypeVar("_Second")


def repeats(few: int, most: int) -> int:
    return most if os.environ.get(LONG) else few


def in_turn(first: Sequence[_First], second: Sequence[_Second]) -> Sequence[tuple[_First, _Second]]:
    """Each of the `first` with a `second` in turn, or with every `second` where all repeats are asked for."""
    pairs = list(zip(first, cycle(second), strict=False))
    return cases(pairs, list(product(first, second)))


def cases(few: Sequence[_Case], every: Sequence[_Case]) -> Sequence[_Case]:
    """The cases of a test: a `few` that stand for `every` one, as the code under test treats them alike."""
    return every if os.environ.get(LONG) else few
