"""Solves games and packs the results into the tables that are shipped: a command for those who make the tables."""

from engines.solving.morris import MorrisTask, SolvingError, solve_morris

__all__ = ["MorrisTask", "SolvingError", "solve_morris"]
