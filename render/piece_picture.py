"""A player's piece as a small picture with a transparent ground."""

import io
from typing import Final

from PIL import Image, ImageFilter

from render.canvas.canvas import Figure
from render.canvas.resources import Resources

SIDE: Final = 128
"""Pixels: the size of Discord's emojis."""
_PART: Final = 0.88
_RIM, _BROAD = (240, 234, 222), 9
"""The colour of the rim around a piece, and the size in pixels of the filter that draws it.

Menus and buttons have a dark ground for most people, and half of the pieces are dark.
"""


def piece_picture(resources: Resources, figure: Figure, theme: str, ground: str) -> bytes:
    """Return a figure as a PNG; its edges are blended with the ink `ground`."""
    canvas = resources.canvas(theme, (0, 0, SIDE, SIDE), ground)
    figure(canvas, (SIDE / 2, SIDE / 2), _PART * SIDE)
    packed = io.BytesIO()
    _add_rim(canvas.clear()).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _add_rim(piece: Image.Image) -> Image.Image:
    """Return a piece with a light rim."""
    cover = piece.getchannel("A").filter(ImageFilter.MaxFilter(_BROAD)).filter(ImageFilter.GaussianBlur(0.8))
    rim = Image.new("RGBA", piece.size, (*_RIM, 0))
    rim.putalpha(cover)
    return Image.alpha_composite(rim, piece)
