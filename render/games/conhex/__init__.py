"""ConHex: balls on nodes, conquered cells filled."""

from render.games.conhex.painter import PAINTER

__all__ = ["PAINTER"]
