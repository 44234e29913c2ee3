"""The scoreboard around a board: the players' plates, the result, and both in words."""

from render.scoreboard.frame import ScoreboardFrame, margins_around
from render.scoreboard.labels import Labels
from render.scoreboard.words import sentences

__all__ = ["Labels", "ScoreboardFrame", "margins_around", "sentences"]
