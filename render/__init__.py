"""Positions as pictures and as words. Reads the rules, knows nothing of chat or storage."""

from render.contract.alt_text import Translate
from render.contract.point_names import piece_words, point_named, text_named, way_named
from render.contract.scoreboard import PlayerLine, Scoreboard
from render.contract.view import NEUTRAL, THEMES, Orientation, View
from render.gallery import Gallery

__all__ = [
    "NEUTRAL",
    "THEMES",
    "Gallery",
    "Orientation",
    "PlayerLine",
    "Scoreboard",
    "Translate",
    "View",
    "piece_words",
    "point_named",
    "text_named",
    "way_named",
]
