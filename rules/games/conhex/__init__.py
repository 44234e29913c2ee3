"""ConHex: conquer cells by their nodes, connect two opposite sides of the board."""

from rules.games.conhex.board import CELL_NODES, CELLS, NEIGHBOURS, NODES, SIDES
from rules.games.conhex.game import GAME, ConHex, ConHexState

__all__ = ["CELLS", "CELL_NODES", "GAME", "NEIGHBOURS", "NODES", "SIDES", "ConHex", "ConHexState"]
