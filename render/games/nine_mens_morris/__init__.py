"""Pictures and words of Nine Men's Morris."""

from render.games.nine_mens_morris.painter import PAINTER

__all__ = ["PAINTER"]
