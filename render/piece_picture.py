"""The piece of a player as a small picture of its own, with a clear ground."""

import io
from typing import Final

from PIL import Image

from render.canvas.canvas import Figure
from render.canvas.resources import Resources

SIDE: Final = 128
"""Pixels: the size in which Discord keeps emojis."""
_PART: Final = 0.94


def piece_picture(resources: Resources, figure: Figure, theme: str, ground: str) -> bytes:
    """Return a figure as a PNG; its edges are mixed with the ink `ground`."""
    canvas = resources.canvas(theme, (0, 0, SIDE, SIDE), ground)
    figure(canvas, (SIDE / 2, SIDE / 2), _PART * SIDE)
    picture: Image.Image = canvas.clear()
    packed = io.BytesIO()
    picture.save(packed, "PNG", optimize=True)
    return packed.getvalue()
