"""Ludus latrunculorum: stone, dark round counters against light square ones."""

from render.games.tafl.latrunculorum.painter import PAINTER

__all__ = ["PAINTER"]
