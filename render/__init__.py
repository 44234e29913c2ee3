"""Positions as pictures and as words. Reads the rules, knows nothing of chat or storage."""

from render.gallery import PAINTERS, Gallery
from render.view import Painter, Translate, View

__all__ = ["PAINTERS", "Gallery", "Painter", "Translate", "View"]
