"""Solves games and packs the tables that are shipped: for those who make the tables again."""

from engines.solving.morris import MorrisTask, SolvingError, solve_morris

__all__ = ["MorrisTask", "SolvingError", "solve_morris"]
