"""How Nine Men's Morris looks, and how it is told in words."""

from render.games.nine_mens_morris.painter import PAINTER

__all__ = ["PAINTER"]
