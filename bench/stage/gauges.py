"""Figures from samples, and how a goal was met."""

from collections.abc import Sequence
from math import ceil

RUNS = 5
"""How often everything is measured that is held against a goal; the median counts."""


def percentile(samples: Sequence[float], percent: float) -> float:
    """Return the smallest sample that at least `percent` of them do not exceed."""
    return sorted(samples)[max(0, ceil(len(samples) * percent / 100) - 1)]


def verdict(*, reached: bool) -> str:
    """Return the word for whether a goal was reached."""
    return "reached" if reached else "MISSED"
