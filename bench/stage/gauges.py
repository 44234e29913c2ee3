"""Percentiles of samples, and whether a goal was reached."""

from collections.abc import Sequence
from math import ceil

RUNS = 5
"""The number of runs of each measurement with a goal; the median counts."""


def percentile(samples: Sequence[float], percent: float) -> float:
    """Return the smallest sample that at least `percent` of the samples do not exceed."""
    return sorted(samples)[max(0, ceil(len(samples) * percent / 100) - 1)]


def verdict(*, reached: bool) -> str:
    return "reached" if reached else "MISSED"
