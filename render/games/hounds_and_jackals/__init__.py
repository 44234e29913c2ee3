"""Hounds and Jackals: a palm board, light hounds and dark jackals."""

from render.games.hounds_and_jackals.painter import PAINTER

__all__ = ["PAINTER"]
