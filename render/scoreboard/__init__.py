"""The scoreboard around a board: the lines of its players, and the banner of the end."""

from render.scoreboard.frame import ScoreboardFrame
from render.scoreboard.labels import Labels

__all__ = ["Labels", "ScoreboardFrame"]
