"""Solve games and pack the tables that are shipped."""

from engines.solving.fox import solve_fox
from engines.solving.helper import SolvingError
from engines.solving.hounds import solve_hounds
from engines.solving.morris import MorrisTask, solve_morris

__all__ = ["MorrisTask", "SolvingError", "solve_fox", "solve_hounds", "solve_morris"]
