"""Fox and Hens: a farmyard with its hen house, white hens and red foxes."""

from render.games.fox_and_hens.painter import PAINTER

__all__ = ["PAINTER"]
