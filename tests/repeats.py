"""How often tests repeat what chance decides: a few times in each run, all times on request."""

import os

LONG = "LONG_TESTS"
"""The environment variable that asks for all repeats."""


def repeats(few: int, most: int) -> int:
    return most if os.environ.get(LONG) else few
