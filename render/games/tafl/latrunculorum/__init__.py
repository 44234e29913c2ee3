"""Ludus latrunculorum: marble and mosaic, round counters of glass against square ones of bone."""

from render.games.tafl.latrunculorum.painter import PAINTER

__all__ = ["PAINTER"]
