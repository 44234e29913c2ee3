"""Hnefatafl in all sizes: wood, dark round shields around light hexagons and their crowned king."""

from render.games.tafl.hnefatafl.painter import PAINTER

__all__ = ["PAINTER"]
