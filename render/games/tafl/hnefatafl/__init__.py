"""Hnefatafl in all sizes: oak and walnut, round shields, hexagons of bone and a crowned king."""

from render.games.tafl.hnefatafl.painter import PAINTER

__all__ = ["PAINTER"]
