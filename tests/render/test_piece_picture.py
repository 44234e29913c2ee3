"""Small pictures of single pieces."""

from io import BytesIO
from itertools import product

import pytest
from PIL import Image, ImageFilter

from render import Gallery
from rules import GAMES

MENU = (49, 51, 56)
"""The background of menus and buttons in Discord's dark theme."""


def luminance(colour: tuple[int, ...]) -> float:
    shares = [value / 255 for value in colour]
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize("key", GAMES)
def test_pieces_have_a_light_edge_on_a_dark_menu(key: str, gallery: Gallery) -> None:
    for piece_key, data in gallery.pieces(GAMES[key].new({}, max(GAMES[key].seats))).items():
        piece = Image.open(BytesIO(data)).convert("RGBA")
        cover = piece.getchannel("A").point(lambda value: 255 * (value > 200))
        inner = cover.filter(ImageFilter.MinFilter(3))
        image = Image.new("RGBA", piece.size, (*MENU, 255))
        image.alpha_composite(piece)
        edge = [
            image.getpixel(spot)
            for spot in product(range(piece.width), range(piece.height))
            if cover.getpixel(spot) and not inner.getpixel(spot)
        ]
        bright = [
            pixel
            for pixel in edge
            if isinstance(pixel, tuple) and (luminance(pixel[:3]) + 0.05) / (luminance(MENU) + 0.05) >= 3
        ]
        assert len(bright) > 0.95 * len(edge) > 0, piece_key


def golden(data: bytes) -> int:
    """Return the number of golden pixels of a piece, as in a crown or a king's edge."""
    pixels = memoryview(Image.open(BytesIO(data)).convert("RGB").tobytes())
    colours = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return sum(red > 150 and green > 100 and red - blue > 90 for red, green, blue in colours)


@pytest.mark.parametrize(
    ("key", "kings"), [("hnefatafl", [(1, "king")]), ("ludus-latrunculorum", [(0, "king"), (1, "king")])]
)
def test_only_kings_have_gold(key: str, kings: list[tuple[int, str]], gallery: Gallery) -> None:
    pieces = gallery.pieces(GAMES[key].new())
    assert sorted(piece for piece, data in pieces.items() if golden(data) > 200) == kings
    assert sorted(piece for piece, data in pieces.items() if not golden(data)) == [(0, ""), (1, "")]
