"""Fox and Hens: twenty hens head for the hen house, two foxes hunt them and may miss a capture."""

from rules.games.fox_and_hens.board import ALL_POINTS, HOUSE, POINTS
from rules.games.fox_and_hens.game import GAME, FoxAndHens, FoxState

__all__ = ["ALL_POINTS", "GAME", "HOUSE", "POINTS", "FoxAndHens", "FoxState"]
