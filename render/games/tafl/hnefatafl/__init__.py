"""Hnefatafl in all sizes: oak and walnut, round shields around hexagons of bone and their crowned king."""

from render.games.tafl.hnefatafl.painter import PAINTER

__all__ = ["PAINTER"]
