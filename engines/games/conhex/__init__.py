"""ConHex with all its options: UCT with RAVE, and playouts that fill the board."""

from engines.games.conhex.engine import ConHexEngine

ENGINE = ConHexEngine()
