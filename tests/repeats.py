"""How often tests repeat themselves: a few times in each run, all times on request."""

import os
from collections.abc import Sequence
from typing import TypeVar

LONG = "LONG_TESTS"
"""The environment variable that asks for all repeats."""

_Case = TypeVar("_Case")


def repeats(few: int, most: int) -> int:
    return most if os.environ.get(LONG) else few


def cases(few: Sequence[_Case], every: Sequence[_Case]) -> Sequence[_Case]:
    """The cases of a test: a `few` that stand for `every` one, as the code under test treats them alike."""
    return every if os.environ.get(LONG) else few
